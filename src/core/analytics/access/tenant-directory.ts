// What saving a view needs to know about a tenant: whether the entities that the view names exist, and whether keys
// hold numbers. Keys are looked up device by device until enough of their values have been seen. Source: analytics
// contract 2.3, 2.4.
import { valueFromColumns } from "../../attributes/attribute.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../ids.ts";
import { addressedValue } from "../report/cells.ts";
import { numberIn } from "../report/filters.ts";
import type { Cell } from "../report/report-engine.ts";
import type { AttributeSource, Of, TelemetrySource } from "../view/table-view.ts";
import type { ProfileReference, ViewDirectory } from "../view/view-directory.ts";
import { CHUNK_DEVICES } from "./access-sets.ts";
import { ATTRIBUTE_ORDER, READ_CHARS_MAX, type DimensionSources } from "./dimension-columns.ts";
import type { OwnerNumber } from "./dimension-row-store.ts";

/** Number of values examined per key; more would rarely change what most of them are. */
const VALUES_ENOUGH = 200;

type Data = "number" | "other" | "unknown";

/** Some of a tenant's entities. */
interface Owners {
  readonly ids: readonly (DeviceId | CustomerId)[];
  readonly owners: readonly OwnerNumber[];
}

export class TenantDirectory implements ViewDirectory {
  readonly #sources: Pick<DimensionSources, "store" | "latest">;

  constructor(sources: Pick<DimensionSources, "store" | "latest">) {
    this.#sources = sources;
  }

  async profiles(
    tenantId: TenantId,
    references: readonly ProfileReference[],
  ): Promise<readonly ({ readonly id: DeviceProfileId; readonly name: string } | undefined)[]> {
    const { store } = this.#sources;
    const ids = references.flatMap(({ id }) => (id === null ? [] : [id]));
    const names = references.flatMap(({ id, name }) => (id !== null || name === null ? [] : [name]));
    const [byId, byName] = await Promise.all([store.profiles(tenantId, ids), store.profilesNamed(tenantId, names)]);
    return references.map(({ id, name }) => {
      if (id !== null) {
        const found = byId.get(id);
        return found === undefined ? undefined : { id, name: found };
      }
      const found = byName.get(name ?? "");
      return name === null || found === undefined ? undefined : { id: found, name };
    });
  }

  async devices(tenantId: TenantId, ids: readonly DeviceId[]): Promise<ReadonlySet<DeviceId>> {
    const found = new Set<DeviceId>();
    for (let start = 0; start < ids.length; start += CHUNK_DEVICES) {
      const part = ids.slice(start, start + CHUNK_DEVICES);
      const rows = await this.#sources.store.devicesOf({ tenantId, customerId: null }, part);
      for (const id of rows.ids) found.add(id);
    }
    return found;
  }

  async customers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<ReadonlySet<CustomerId>> {
    return new Set((await this.#sources.store.customers(tenantId, ids)).keys());
  }

  async dataOf(tenantId: TenantId, sources: readonly (TelemetrySource | AttributeSource)[]): Promise<readonly Data[]> {
    const counts = sources.map(() => ({ numbers: 0, others: 0 }));
    for (const group of ["devices", "customers"] as const) {
      const open = sources.flatMap((source, index) => {
        const count = counts[index];
        return count !== undefined && groupOf(source.of) === group ? [{ source, count }] : [];
      });
      if (open.length === 0) continue;
      for await (const owners of this.#owners(tenantId, group)) {
        const wanted = open.filter(({ count }) => count.numbers + count.others < VALUES_ENOUGH);
        if (wanted.length === 0) break;
        for (const { source, count } of wanted)
          for (const cell of await this.#values(source, owners))
            if (cell !== null) count[numberIn(cell) === null ? "others" : "numbers"]++;
      }
    }
    return counts.map(({ numbers, others }) =>
      numbers + others === 0 ? "unknown" : numbers >= others ? "number" : "other",
    );
  }

  async *#owners(tenantId: TenantId, group: "devices" | "customers"): AsyncGenerator<Owners> {
    const { store } = this.#sources;
    for (let after: DeviceId | CustomerId | null = null; ;) {
      let part: Owners;
      if (group === "devices")
        part = await store.devices({ tenantId, customerId: null }, after as DeviceId | null, CHUNK_DEVICES);
      else {
        const ids = await store.customerIds(tenantId, after as CustomerId | null, CHUNK_DEVICES);
        const rows = await store.customers(tenantId, ids);
        part = { ids, owners: ids.map((id) => rows.get(id)?.owner ?? 0) };
      }
      yield part;
      after = part.ids.at(-1) ?? null;
      if (part.ids.length < CHUNK_DEVICES) return;
    }
  }

  async #values(source: TelemetrySource | AttributeSource, { ids, owners }: Owners): Promise<readonly Cell[]> {
    const { store, latest } = this.#sources;
    if (source.type === "telemetry") {
      const series = (await store.series(ids, source.key)).filter((number) => number !== 0).slice(0, VALUES_ENOUGH);
      const points = await latest.latest(series);
      return points.map((point) =>
        point === undefined ? null : addressedValue(point.value, source.path, source.cast),
      );
    }
    const cells = new Array<Cell>(owners.length).fill(null);
    for (const scope of ATTRIBUTE_ORDER[source.scope])
      (await store.attributes(owners, scope, source.key, READ_CHARS_MAX)).forEach((stored, index) => {
        if (stored !== null && cells[index] === null)
          cells[index] = addressedValue(valueFromColumns(...stored), source.path);
      });
    return cells;
  }
}

function groupOf(of: Of): "devices" | "customers" {
  return of === "customer" ? "customers" : "devices";
}
