// The series of many devices, page by page in order of device ids: for exports, which may name a million devices.
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { DeviceSelection, SeriesLabel, HistorySeriesStore, LabelPage } from "../../../core/history/history.ts";
import type { DeviceId } from "../../../core/ids.ts";
import { SqlStore } from "../store-table.ts";

export class SqlHistorySeriesStore extends SqlStore implements HistorySeriesStore {
  async labelsOf(
    selection: DeviceSelection,
    keys: readonly string[] | undefined,
    after: DeviceId | null,
    devicesMax: number,
  ): Promise<LabelPage> {
    const { where, parameters } = narrowed(selection);
    const devices = this.connection.all(
      `SELECT id, name FROM device WHERE tenant_id = ? AND id > ?${where} ORDER BY id LIMIT ?`,
      selection.tenantId,
      after ?? "",
      ...parameters,
      devicesMax,
    );
    const labels = devices.flatMap((device) => this.#seriesOf(String(device["id"]), String(device["name"]), keys));
    const last = devices.at(-1);
    const isLastPage = devices.length < devicesMax || last === undefined;
    return { labels, next: isLastPage ? null : (String(last["id"]) as DeviceId) };
  }

  #seriesOf(id: string, owner: string, keys: readonly string[] | undefined): SeriesLabel[] {
    const found =
      keys === undefined
        ? this.connection.all("SELECT number, key FROM series WHERE owner_id = ?", id)
        : this.connection.all(
            "SELECT number, key FROM series WHERE owner_id = ? AND key IN (SELECT value FROM json_each(?))",
            id,
            JSON.stringify(keys),
          );
    return found.map((row) => ({ series: Number(row["number"]) as SeriesNumber, owner, key: String(row["key"]) }));
  }
}

function narrowed({ customerId, deviceProfileId, deviceIds }: DeviceSelection): {
  readonly where: string;
  readonly parameters: string[];
} {
  let where = "";
  const parameters: string[] = [];
  const narrow = (condition: string, parameter: string | undefined): void => {
    if (parameter === undefined) return;
    where += ` AND ${condition}`;
    parameters.push(parameter);
  };
  narrow("customer_id = ?", customerId);
  narrow("profile_id = ?", deviceProfileId);
  narrow("id IN (SELECT value FROM json_each(?))", deviceIds === undefined ? undefined : JSON.stringify(deviceIds));
  return { where, parameters };
}
