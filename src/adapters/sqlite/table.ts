// A table whose rows are entities of core: a member is in the column of its name in snake case, `createdAt` in `created_at`.
import type { SQLInputValue } from "node:sqlite";
import type { SqliteConnection } from "./connection.ts";

type Words<Text extends string> = Text extends `${infer Word} ${infer More}` ? Word | Words<More> : Text;
type MemberOf<Word extends string> = Word extends `${infer Member}=${string}` ? Member : Word;
type Cell = SQLInputValue | boolean;
/** By the names of members, with spaces between them. */
export type Cells<Members extends string> = Readonly<Record<MemberOf<Words<Members>>, Cell>>;

export class Table<Read extends string, Written extends string = never> {
  /** For SELECT: what is read of a row, under the names of the members. */
  readonly columns: string;
  readonly #name: string;
  readonly #columnOf: ReadonlyMap<string, string>;
  readonly #insert: string;

  /** Names of members with spaces between them, those that are read and those that are only written; `member=column` where they differ. */
  constructor(name: string, read: Read, written?: Written) {
    const members = read.split(" ").map(memberAndColumn);
    const others = written === undefined ? [] : written.split(" ").map(memberAndColumn);
    const all = new Map([...members, ...others]);
    this.columns = members.map(([member, column]) => `${name}.${column} AS ${member}`).join(", ");
    this.#name = name;
    this.#columnOf = all;
    this.#insert = `INSERT INTO ${name} (${[...all.values()].join(", ")}) VALUES (${[...all].map(() => "?").join(", ")})`;
  }

  insert(connection: SqliteConnection, cells: Cells<Read | Written>): void {
    const given: Readonly<Record<string, Cell>> = cells;
    connection.run(this.#insert, ...[...this.#columnOf.keys()].map((member) => toSqlite(given[member])));
  }

  /** Changes the cells that are given of the row with this id. */
  update(connection: SqliteConnection, id: string, cells: Partial<Cells<Read | Written>>): void {
    const given: Readonly<Record<string, Cell | undefined>> = cells;
    const changed = [...this.#columnOf].filter(([member]) => given[member] !== undefined);
    const assignments = changed.map(([, column]) => `${column} = ?`).join(", ");
    const values = changed.map(([member]) => toSqlite(given[member]));
    connection.run(`UPDATE ${this.#name} SET ${assignments} WHERE id = ?`, ...values, id);
  }
}

function memberAndColumn(word: string): readonly [member: string, column: string] {
  const [member = "", column] = word.split("=");
  return [member, column ?? member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

function toSqlite(cell: Cell | undefined): SQLInputValue {
  if (cell === undefined) throw new TypeError("SQLite has no undefined");
  return typeof cell === "boolean" ? Number(cell) : cell;
}
