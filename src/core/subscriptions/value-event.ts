// Bus events about values in the form used by subscriptions, and the buffer that holds them while a present state is
// still being read.
import type { AttributeScope, EventOf } from "../bus/events.ts";
import type { Value } from "../values.ts";
import type { Sample } from "./subscription.ts";

export type ValueEvent =
  EventOf<"telemetry-stored"> | EventOf<"telemetry-deleted"> | AttributesSaved | AttributesDeleted;

export interface AttributesSaved {
  readonly kind: "saved";
  readonly scope: AttributeScope;
  readonly values: readonly (readonly [string, Value])[];
  readonly ts: number;
}

export interface AttributesDeleted {
  readonly kind: "deleted";
  readonly scope: AttributeScope;
  readonly keys: readonly string[];
}

/** Events in order, up to a number of values. */
export class HeldEvents {
  readonly events: ValueEvent[] = [];
  readonly #valuesMax: number;
  #values = 0;

  constructor(valuesMax: number) {
    this.#valuesMax = valuesMax;
  }

  /** False if that would be too many. */
  add(event: ValueEvent): boolean {
    this.#values += event.kind === "saved" ? event.values.length : event.keys.length;
    if (this.#values > this.#valuesMax) return false;
    this.events.push(event);
    return true;
  }
}

/** Whether two samples are equal. */
export function isSame(one: Sample | undefined, other: Sample | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.ts === other.ts && isSameValue(one.value, other.value);
}

export function isSameValue(one: Value | null, other: Value | null): boolean {
  return typeof one === "object" && typeof other === "object" && one !== null && other !== null
    ? one.text === other.text
    : one === other;
}
