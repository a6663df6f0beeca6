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
    const labels = this.#labels(devices, keys);
    const last = devices.at(-1);
    const isLastPage = devices.length < devicesMax || last === undefined;
    return { labels, next: isLastPage ? null : (String(last["id"]) as DeviceId) };
  }

  #labels(devices: readonly Record<string, unknown>[], keys: readonly string[] | undefined): SeriesLabel[] {
    const names = new Map(devices.map(({ id, name }) => [String(id), String(name)]));
    const found = this.connection.all(
      `SELECT s.owner_id, s.number, s.key FROM json_each(?) j CROSS JOIN series s ON s.owner_id = j.value
         ${keys === undefined ? "" : "WHERE s.key IN (SELECT value FROM json_each(?)) "}ORDER BY s.owner_id, s.key`,
      JSON.stringify([...names.keys()]),
      ...(keys === undefined ? [] : [JSON.stringify(keys)]),
    );
    return found.map(({ owner_id: id, number, key }) => ({
      series: Number(number) as SeriesNumber,
      owner: names.get(String(id)) ?? "",
      key: String(key),
    }));
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
