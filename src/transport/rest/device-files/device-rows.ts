// Reads a CSV as rows of devices: with commas, semicolons or tabs between the fields, as spreadsheets write it.
import type { DeviceRow, ImportedAttribute } from "../../../core/devices/device-import.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import type { ValueLimits } from "../../../core/values.ts";
import { unguarded } from "../../../lib/csv-guard.ts";
import { CsvRecords, SEPARATORS, type Separator } from "../../../lib/csv-records.ts";
import { readText, Refused } from "../history/row-values.ts";
import { guessedWord, writtenColumn, type WrittenColumn, type WrittenField } from "./device-columns.ts";

export interface DeviceRowsOptions {
  readonly values: ValueLimits;
  readonly rowsMax: number;
  /** The word of each column in order; undefined to guess them by the head of the file. */
  readonly words: readonly string[] | undefined;
}

/** A column of the file: its head, and what is imported from it. */
export interface FileColumn {
  readonly head: string;
  readonly word: string;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

export class DeviceRows {
  readonly rows: DeviceRow[] = [];
  readonly #options: DeviceRowsOptions;
  #records: CsvRecords | undefined;
  #columns: readonly FileColumn[] | undefined;
  #written: readonly WrittenColumn[] = [];

  constructor(options: DeviceRowsOptions) {
    this.#options = options;
  }

  get columns(): readonly FileColumn[] {
    return this.#columns ?? [];
  }

  /** The first piece has the whole head. Throws `invalid` for the head, and `too-large` for one row too many. */
  push(text: string): void {
    this.#records ??= new CsvRecords(
      {
        record: this.#record.bind(this),
        broken: (line, reason) => {
          if (this.#columns === undefined) throw invalid(`line ${String(line)}, the head of the CSV: ${reason}`);
          this.#add({ ...EMPTY_ROW, line, problem: reason });
        },
      },
      separatorOf(text),
    );
    this.#records.push(text);
  }

  end(): void {
    this.#records?.end();
    if (this.#columns === undefined) throw invalid("the CSV is empty: its first line has to name the columns");
  }

  #record(fields: readonly string[], line: number): void {
    if (this.#columns === undefined) this.#head(fields);
    // A spreadsheet writes rows of separators below the last one that is used.
    else if (fields.some((field) => field.trim() !== "")) this.#add(this.#row(fields, line));
  }

  #head(heads: readonly string[]): void {
    const { words } = this.#options;
    const plain = heads.map((head) => unguarded(head.trim()));
    if (words !== undefined && words.length !== plain.length)
      throw invalid(
        `columns must name one for each of the ${String(plain.length)} of the file, got ${String(words.length)}`,
      );
    this.#columns = plain.map((head, index) => ({ head, word: words?.[index] ?? guessedWord(head) }));
    this.#written = this.#columns.map(({ word }) => writtenColumn(word));
    const seen = new Set<string>();
    for (const [index, { word }] of this.#columns.entries())
      if (this.#written[index]?.kind !== "ignored" && seen.size === seen.add(word).size)
        throw invalid(`two columns of the file are "${word.slice(0, 64)}"; name them with the parameter columns`);
    if (!seen.has("name"))
      throw invalid(`no column of the file is the name of the device; its head has ${plain.join(", ").slice(0, 200)}`);
  }

  #row(fields: readonly string[], line: number): DeviceRow {
    const cells = new Map<string, string>();
    const attributes: ImportedAttribute[] = [];
    const problems: string[] = [];
    if (fields.length > this.#written.length)
      problems.push(
        `the row has ${String(fields.length)} fields, the head of the CSV has ${String(this.#written.length)}`,
      );
    for (const [index, column] of this.#written.entries()) {
      const text = fields[index] ?? "";
      if (text.trim() === "" || column.kind === "ignored") continue;
      if (column.kind === "field") cells.set(column.field, unguarded(text.trim()));
      else {
        const value = readText(text, undefined, column.key, this.#options.values);
        if (value instanceof Refused) problems.push(value.message);
        else attributes.push({ column: column.word, scope: column.scope, key: column.key, value });
      }
    }
    const cell = (field: WrittenField): string | null => cells.get(field) ?? null;
    const [name, flag] = [cell("name"), cell("gateway")];
    const gateway = flag === null ? null : FLAGS.get(flag.toLowerCase());
    if (gateway === undefined)
      problems.push(`gateway must be one of ${[...FLAGS.keys()].join(", ")}, got "${(flag ?? "").slice(0, 64)}"`);
    if (name === null) problems.push("the row has no name");
    return {
      line,
      name: name ?? "",
      label: cell("label"),
      profile: cell("profile"),
      gateway: gateway ?? null,
      customer: cell("customer"),
      token: cell("token"),
      attributes,
      problem: problems[0] ?? null,
    };
  }

  #add(row: DeviceRow): void {
    const { rowsMax } = this.#options;
    if (this.rows.length === rowsMax)
      throw new DomainError("too-large", `a file may have ${String(rowsMax)} rows, this has more; split it`);
    this.rows.push(row);
  }
}

const EMPTY_ROW: DeviceRow = {
  line: 0,
  name: "",
  label: null,
  profile: null,
  gateway: null,
  customer: null,
  token: null,
  attributes: [],
  problem: null,
};

/** The one that the head of the file has most of, outside quotes. */
function separatorOf(text: string): Separator {
  const head = (text.split("\n", 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const countOf = (separator: Separator): number => head.split(separator).length;
  return SEPARATORS.reduce((most, each) => (countOf(each) > countOf(most) ? each : most));
}
