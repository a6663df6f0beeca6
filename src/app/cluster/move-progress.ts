// Says how far a move is: what has ended at once, what goes on every few seconds.
import type { CopiedTable, TableCopy } from "../../adapters/sql/copy-tables.ts";
import type { Clock } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";

const EVERY_MILLIS = 2 * SECOND_MILLIS;

export class MoveProgress {
  readonly #say: (line: string) => void;
  readonly #clock: Clock;
  #saidAt = -Infinity;

  constructor(say: (line: string) => void, clock: Clock) {
    this.#say = say;
    this.#clock = clock;
  }

  /** `done` of `of` things. The last one is always said, once. */
  at(things: string, done: number, of: number): void {
    const now = this.#clock.now();
    const isEnd = done >= of;
    if (of === 0 || (!isEnd && now < this.#saidAt + EVERY_MILLIS)) return;
    this.#saidAt = isEnd ? -Infinity : now;
    this.#say(`${things}: ${String(done)} of ${String(of)}`);
  }
}

/** Takes what each transaction of a copy has made. Tables come in their order. */
export function entityProgress({ from, tables }: TableCopy, progress: MoveProgress): (done: CopiedTable) => void {
  const before = new Map<string, number>();
  let of = 0;
  for (const { name } of tables) {
    before.set(name, of);
    of += from.count(`FROM ${name}`);
  }
  return ({ name, rows, ended }) => {
    const read = rows + ended;
    if (read > 0) progress.at("entities", (before.get(name) ?? 0) + read, of);
  };
}

/** In words: the rows of devices and users, and what ended. */
export function entityWords(tables: readonly CopiedTable[]): string {
  const rows = (name: string): number => tables.find((table) => table.name === name)?.rows ?? 0;
  const all = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${String(rows("device"))} devices, ${String(rows("user_account"))} users, in all ${String(all)} rows of ${String(tables.length)} tables`;
}
