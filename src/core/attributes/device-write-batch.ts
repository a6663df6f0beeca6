// The gathering batch of what devices write: values in columns, and their pending acknowledgements.
import type { AckTarget, Refusal } from "../acknowledgement.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { addToColumns, newColumns } from "./attribute.ts";
import type { AttributeColumns, DeviceWrite } from "./attribute.ts";

export class DeviceWriteBatch {
  readonly columns: AttributeColumns = newColumns();
  /** UTF-16 units of keys and texts. */
  textLength = 0;
  readonly #targets: AckTarget[] = [];
  readonly #slots: number[] = [];
  /** By position of the acknowledgement; most have none. */
  readonly #refusals = new Map<number, Refusal>();
  #durable: PromiseWithResolvers<void> | undefined;

  get values(): number {
    return this.columns.keys.length;
  }

  get isEmpty(): boolean {
    return this.columns.owners.length === 0 && this.#targets.length === 0 && this.#durable === undefined;
  }

  add(writes: readonly DeviceWrite[], ts: EpochMillis): void {
    for (const { device, values } of writes)
      if (values.length > 0) this.textLength += addToColumns(this.columns, device.id, values, ts);
  }

  defer(target: AckTarget, slot: number, refusal: Refusal | undefined): void {
    if (refusal !== undefined) this.#refusals.set(this.#targets.length, refusal);
    this.#targets.push(target);
    this.#slots.push(slot);
  }

  /** One promise for all who wait for the batch as a whole. */
  durable(): Promise<void> {
    this.#durable ??= Promise.withResolvers<void>();
    return this.#durable.promise;
  }

  /** Settles every pending acknowledgement: with its own refusal, or with `failure` where nothing could be stored. */
  settle(failure: Refusal | undefined): void {
    const targets = this.#targets;
    for (let index = 0; index < targets.length; index++)
      targets[index]?.settle(this.#slots[index] ?? 0, failure ?? this.#refusals.get(index));
    for (const target of new Set(targets)) target.flush();
    if (failure === undefined) this.#durable?.resolve();
    else this.#durable?.reject(failure.entries[0].error);
  }
}
