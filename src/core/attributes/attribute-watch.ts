// Tells the bus of attributes that watched devices have written themselves. Others' writes are only counted past: nobody is
// to know of them (MQTT contract 4.4).
import { millis } from "../../lib/clock.ts";
import type { AttributeScope } from "../bus/events.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { Value } from "../values.ts";
import { valueFromColumns, type AttributeColumns } from "./attribute.ts";

export class AttributeWatch {
  readonly #bus: MessageBus;
  /** By the id as it stands in the columns. */
  readonly #watched = new Map<string, { readonly deviceId: DeviceId; readonly tenantId: TenantId }>();

  constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  get isIdle(): boolean {
    return this.#watched.size === 0;
  }

  add(deviceId: DeviceId, tenantId: TenantId): void {
    this.#watched.set(deviceId, { deviceId, tenantId });
  }

  remove(deviceId: DeviceId): void {
    this.#watched.delete(deviceId);
  }

  /** The rows have been stored and synced. */
  stored(scope: AttributeScope, { owners, ends, ts, keys, kinds, values }: AttributeColumns): void {
    owners.forEach((owner, index) => {
      const watched = this.#watched.get(owner);
      if (watched === undefined) return;
      const saved: (readonly [string, Value])[] = [];
      const end = ends[index] ?? 0;
      for (let row = ends[index - 1] ?? 0; row < end; row++)
        saved.push([keys[row] ?? "", valueFromColumns(kinds[row], values[row])]);
      this.#bus.publish({ kind: "attributes-saved", ...watched, scope, values: saved, ts: millis(ts[index] ?? 0) });
    });
  }
}
