// Reads lines of JSON as points: {"device","ts","key","value"}, or {"device","ts","values":{key: value}} for several at
// once.
import type { ImportRun } from "../../../core/history/import-run.ts";
import type { ValueLimits } from "../../../core/values.ts";
import { JsonError, parseJson } from "../../../lib/json.ts";
import { KeyCheck, readJson, readTime, Refused, wrongTime } from "./row-values.ts";
import { isObject } from "../../../lib/members.ts";

type Row = ReadonlyMap<string, unknown>;

export class NdjsonRows {
  readonly #run: ImportRun;
  readonly #options: ValueLimits;
  readonly #keys = new KeyCheck();
  #line = 0;

  constructor(run: ImportRun, options: ValueLimits) {
    this.#run = run;
    this.#options = options;
  }

  /** `text` consists of whole lines. */
  push(text: string): void {
    const lines = text.split("\n");
    // The part after the last line end is empty.
    if (lines.at(-1) === "") lines.pop();
    for (const line of lines) {
      this.#line++;
      if (line.trim() !== "") this.#row(line);
    }
  }

  end(): void {
    // Nothing is left: the last line has been read, with or without a line end.
  }

  #row(text: string): void {
    const row = rowOf(text);
    // The end marker of an export, after its last point.
    if (!(row instanceof Refused) && row.get("complete") === true && !row.has("device")) return;
    this.#run.row(this.#line);
    if (row instanceof Refused) {
      this.#refuse(row);
      return;
    }
    const device = row.get("device");
    if (typeof device !== "string" || device === "")
      this.#refuse(new Refused("device", "missing", 'the row has no "device" that is a text'));
    else {
      const ts = timeOf(row.get("ts"));
      if (ts instanceof Refused) this.#refuse(ts);
      else this.#values(row, device, ts);
    }
  }

  #values(row: Row, device: string, ts: number): void {
    const values = row.get("values");
    const key = row.get("key");
    if (typeof key === "string") this.#value(device, ts, key, row.get("value"), true);
    else if (isObject(values))
      for (const [name, value] of Object.entries(values)) this.#value(device, ts, name, value, false);
    else this.#refuse(new Refused("key", "missing", 'the row has neither "key" and "value" nor "values"'));
  }

  #value(device: string, ts: number, key: string, json: unknown, isOnly: boolean): void {
    const value = this.#keys.refused(key) ?? readJson(json, key, this.#options);
    if (value instanceof Refused) this.#refuse(value);
    else if (value !== undefined) this.#run.point(this.#line, device, ts, key, value);
    else if (isOnly) this.#refuse(new Refused("value", "missing", "the row has no value"));
  }

  #refuse({ field, reason, message }: Refused): void {
    this.#run.refuse(this.#line, field, reason, message);
  }
}

function rowOf(text: string): Row | Refused {
  try {
    const json = parseJson(text);
    if (isObject(json)) return new Map(Object.entries(json));
    return new Refused("row", "malformed", "the line is not a JSON object");
  } catch (error) {
    if (error instanceof JsonError) return new Refused("row", "malformed", error.message.slice(0, 200));
    throw error;
  }
}

function timeOf(ts: unknown): number | Refused {
  if (typeof ts === "number") return Number.isInteger(ts) ? readTime(String(ts)) : wrongTime(String(ts));
  if (typeof ts === "string") return readTime(ts);
  return ts === undefined || ts === null ? readTime("") : wrongTime(typeof ts);
}
