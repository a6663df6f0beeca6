// Reads CSV rows as points: long rows (device, ts, key, value and optionally type), or wide rows with one column per
// key. The header line decides which.
import { invalid } from "../../../core/errors.ts";
import type { ImportRun } from "../../../core/history/import-run.ts";
import type { ValueLimits } from "../../../core/values.ts";
import { unguarded } from "../../../lib/csv-guard.ts";
import { CsvRecords } from "../../../lib/csv-records.ts";
import { KeyCheck, readText, readTime, Refused, refusedKey, VALUE_TYPES } from "./row-values.ts";
import { tooLong } from "./upload-text.ts";

/** Reads rows of one form. */
type RowReader = (fields: readonly string[], line: number) => void;

/** Marks the end of an export, after its last point. */
const COMPLETE = "#complete";

export class CsvRows {
  readonly #run: ImportRun;
  readonly #options: ValueLimits;
  readonly #lineBytesMax: number;
  readonly #keys = new KeyCheck();
  readonly #records: CsvRecords;
  #read: RowReader | undefined;
  #columns = 0;

  constructor(run: ImportRun, options: ValueLimits, lineBytesMax: number) {
    this.#run = run;
    this.#options = options;
    this.#lineBytesMax = lineBytesMax;
    this.#records = new CsvRecords({
      record: this.#record.bind(this),
      broken: (line, reason) => {
        if (this.#read === undefined) throw invalid(`line ${String(line)}, the head of the CSV: ${reason}`);
        this.#run.row(line);
        this.#run.refuse(line, "row", "malformed", reason);
      },
    });
  }

  /** Throws `invalid` if the header does not name the required columns, and `too-large` for a record without an end. */
  push(text: string): void {
    this.#records.push(text);
    if (this.#records.waiting > this.#lineBytesMax)
      // The text consists of whole lines, so an unfinished record is inside a quoted field.
      throw tooLong(this.#records.line, this.#lineBytesMax, ": a quoted field in it does not end");
  }

  end(): void {
    this.#records.end();
    if (this.#read === undefined) throw invalid("the CSV is empty: its first line has to name the columns");
  }

  #record(fields: readonly string[], line: number): void {
    if (this.#read === undefined) {
      this.#read = this.#readerFor(fields.map((name) => unguarded(name.trim())));
      this.#columns = fields.length;
      return;
    }
    // A point always has a time, so a device of this name is not mistaken for the end marker.
    if (fields[0] === COMPLETE && fields[1] === "") return;
    this.#run.row(line);
    if (fields.length === this.#columns) this.#read(fields, line);
    else
      this.#run.refuse(
        line,
        "row",
        "malformed",
        `the row has ${String(fields.length)} fields, the head of the CSV has ${String(this.#columns)}`,
      );
  }

  #readerFor(names: readonly string[]): RowReader {
    const seen = new Set<string>();
    const repeated = names.find((name) => seen.size === seen.add(name).size);
    if (repeated !== undefined) throw invalid(`the head of the CSV has the column "${repeated.slice(0, 64)}" twice`);
    const [device, ts] = [names.indexOf("device"), names.indexOf("ts")];
    if (device < 0 || ts < 0)
      throw invalid(
        `the head of the CSV has to name the columns device and ts, it names ${names.join(",").slice(0, 200)}; fields are separated by commas`,
      );
    const [key, value, type] = [names.indexOf("key"), names.indexOf("value"), names.indexOf("type")];
    return key >= 0 && value >= 0
      ? this.#longRows(names, { device, ts, key, value, type })
      : this.#wideRows(names, device, ts);
  }

  #longRows(
    names: readonly string[],
    at: Readonly<Record<"device" | "ts" | "key" | "value" | "type", number>>,
  ): RowReader {
    const other = names.find((_name, index) => !Object.values(at).includes(index));
    if (other !== undefined)
      throw invalid(
        `the head of the CSV has the column "${other.slice(0, 64)}" beside device, ts, key, value and type`,
      );
    return (fields, line) => {
      const time = this.#time(fields, at.device, at.ts, line);
      if (time === undefined) return;
      const key = unguarded(fields[at.key] ?? "");
      const typeName = fields[at.type] ?? "";
      const type = typeName === "" ? undefined : VALUE_TYPES.find((known) => known === typeName);
      if (typeName !== "" && type === undefined)
        this.#refuse(
          line,
          new Refused(
            "type",
            "invalid",
            `type must be one of ${VALUE_TYPES.join(", ")}, got "${typeName.slice(0, 64)}"`,
          ),
        );
      else {
        const text = fields[at.value] ?? "";
        // Without a type, an empty field is a missing value; with the type string it is the empty string.
        const value =
          text === "" && type !== "string"
            ? new Refused("value", "missing", "the row has no value")
            : readText(text, type, key, this.#options);
        this.#point(line, unguarded(fields[at.device] ?? ""), time, key, value);
      }
    };
  }

  #wideRows(names: readonly string[], device: number, ts: number): RowReader {
    const columns = names
      .map((name, index) => ({ name, index }))
      .filter(({ index }) => index !== device && index !== ts);
    if (columns.length === 0) throw invalid("the head of the CSV names no column but device and ts");
    for (const { name } of columns) {
      const refused = refusedKey(name);
      if (refused !== undefined) throw invalid(`the head of the CSV: ${refused.message}`);
    }
    return (fields, line) => {
      const time = this.#time(fields, device, ts, line);
      if (time === undefined) return;
      for (const { name, index } of columns) {
        const text = fields[index] ?? "";
        if (text !== "")
          this.#point(
            line,
            unguarded(fields[device] ?? ""),
            time,
            name,
            readText(text, undefined, name, this.#options),
          );
      }
    };
  }

  #time(fields: readonly string[], device: number, ts: number, line: number): number | undefined {
    const time = readTime(fields[ts] ?? "");
    const refused = (fields[device] ?? "") === "" ? new Refused("device", "missing", "the row names no device") : time;
    if (typeof refused === "number") return refused;
    this.#refuse(line, refused);
    return undefined;
  }

  #point(line: number, device: string, ts: number, key: string, value: ReturnType<typeof readText>): void {
    const refused = this.#keys.refused(key) ?? value;
    if (refused instanceof Refused) this.#refuse(line, refused);
    else this.#run.point(line, device, ts, key, refused);
  }

  #refuse(line: number, { field, reason, message }: Refused): void {
    this.#run.refuse(line, field, reason, message);
  }
}
