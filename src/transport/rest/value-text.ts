// Stored values as JSON text: typed, or all as strings, as older clients expect telemetry. Text instead of objects, so
// that large integers keep their digits and names that look like integers keep their order.
import { invalid } from "../../core/errors.ts";
import { JsonText, type Value } from "../../core/values.ts";
import { writeJson } from "../../lib/json.ts";
import { plainDecimal } from "../../lib/plain-decimal.ts";

/** A value with its type. */
export function typedValue(value: Value): string {
  return value instanceof JsonText ? value.text : writeJson(value);
}

/** A value as a JSON string: numbers in plain decimals, booleans as words, JSON as text. Source: REST contract 9.1. */
export function stringValue(value: Value): string {
  if (value instanceof JsonText) return JSON.stringify(value.text);
  return JSON.stringify(typeof value === "number" ? plainDecimal(value) : String(value));
}

/** `{"key":text,...}` from texts that are already JSON. */
export function objectText(members: Iterable<readonly [key: string, json: string]>): string {
  let text = "{";
  for (const [key, json] of members) text += `${text.length > 1 ? "," : ""}${JSON.stringify(key)}:${json}`;
  return `${text}}`;
}

/** Builds `{"key":[item,...],...}` up to a bound. */
export class SeriesText {
  readonly #charsMax: number;
  #text = "{";

  constructor(charsMax: number) {
    this.#charsMax = charsMax;
  }

  /** Adds a key with its items. Throws `invalid` if the whole would exceed the bound. */
  add<Item>(key: string, items: Iterable<Item>, show: (item: Item) => string): void {
    this.#text += `${this.#text.length > 1 ? "," : ""}${JSON.stringify(key)}:[`;
    let separator = "";
    for (const item of items) {
      this.#text += separator + show(item);
      separator = ",";
      if (this.#text.length > this.#charsMax)
        throw invalid(
          `an answer may have ${String(this.#charsMax)} characters, these points have more; read fewer keys, a shorter window or a smaller limit`,
        );
    }
    this.#text += "]";
  }

  end(): string {
    return `${this.#text}}`;
  }
}
