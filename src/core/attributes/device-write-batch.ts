// The gathering batch of what devices write: values in columns, and the acknowledgements owed when they are durable.
import type { Creditor, Refusal } from "../acknowledgement.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { addToColumns, newColumns } from "./attribute.ts";
import type { AttributeColumns, DeviceWrite } from "./attribute.ts";

export class DeviceWriteBatch {
  readonly columns: AttributeColumns = newColumns();
  /** UTF-16 units of keys and texts. */
  textLength = 0;
  readonly #creditors: Creditor[] = [];
  readonly #slots: number[] = [];
  /** By position of the debt; most debts have none. */
  readonly #refusals = new Map<number, Refusal>();
  #durable: PromiseWithResolvers<void> | undefined;

  get values(): number {
    return this.columns.keys.length;
  }

  get isEmpty(): boolean {
    return this.columns.owners.length === 0 && this.#creditors.length === 0 && this.#durable === undefined;
  }

  add(writes: readonly DeviceWrite[], ts: EpochMillis): void {
    for (const { device, values } of writes)
      if (values.length > 0) this.textLength += addToColumns(this.columns, device.id, values, ts);
  }

  owe(creditor: Creditor, slot: number, refusal: Refusal | undefined): void {
    if (refusal !== undefined) this.#refusals.set(this.#creditors.length, refusal);
    this.#creditors.push(creditor);
    this.#slots.push(slot);
  }

  /** One promise for all who wait for the batch as a whole. */
  durable(): Promise<void> {
    this.#durable ??= Promise.withResolvers<void>();
    return this.#durable.promise;
  }

  /** Pays every debt: with its own refusal, or with `failure` where nothing could be stored. */
  settle(failure: Refusal | undefined): void {
    const creditors = this.#creditors;
    for (let debt = 0; debt < creditors.length; debt++)
      creditors[debt]?.settle(this.#slots[debt] ?? 0, failure ?? this.#refusals.get(debt));
    for (const creditor of new Set(creditors)) creditor.flush();
    if (failure === undefined) this.#durable?.resolve();
    else this.#durable?.reject(failure.entries[0].error);
  }
}
