// A report on the engine itself while telemetry is heavy: in a pause it stands still, and then goes on as if nothing had been.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { DuckdbDatabase } from "./duckdb-database.ts";
import type { DuckdbSession } from "./duckdb-session.ts";

const SQL = "SELECT sum(range)::DOUBLE FROM range(1000) WHERE range <> $1";
/** A statement of this size that did not stand still would end together with the first few. */
const TURNS = 100;

let folder: string;
let database: DuckdbDatabase;
let clock: ManualClock;
let report: DuckdbSession;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-pause-"));
  clock = new ManualClock();
  database = new DuckdbDatabase(
    {
      file: join(folder, "telemetry.duckdb"),
      scratchFolder: join(folder, "scratch"),
      threads: 2,
      memoryMaxMebibytes: 128,
      writeReserveMebibytes: 64,
      spillMaxMebibytes: 64,
      readersMax: 2,
      pace: {
        heavyPoints: 1,
        threads: 1,
        queriesMax: 1,
        pauseAfterMillis: 20,
        pauseMaxMillis: 1_000_000,
        turnMillis: 100,
      },
    },
    clock,
  );
  await database.openForWriting();
  report = await database.openYieldingSession();
  database.pace.batchBegins();
  database.pace.batchEnds(1);
  clock.advance(1_000);
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test("a statement stands still while telemetry waits, and ends when it has been stored", async () => {
  await pause();
  const asked = watched(report.query(SQL, [1]));
  await othersHaveTheirTurns();
  expect(asked.isSettled).toBe(false);

  database.pace.batchEnds(1);
  await turnsUntil(() => asked.isSettled);
  expect(await asked.answer).toEqual([[499_499]]);
});

test("a report that is given up ends in the middle of a pause", async () => {
  await pause();
  const asked = watched(report.query(SQL, [1]));
  await othersHaveTheirTurns();
  expect(asked.isSettled).toBe(false);

  report.interrupt();
  await turnsUntil(() => asked.isSettled);
  await expect(asked.answer).rejects.toThrow(/interrupt/i);
});

test("the file can be closed in the middle of a pause", async () => {
  await pause();
  const asked = watched(report.query(SQL, [1]));
  await othersHaveTheirTurns();
  expect(asked.isSettled).toBe(false);

  const closed = watched(database.close());
  await turnsUntil(() => closed.isSettled);
  await closed.answer;
  await expect(asked.answer).rejects.toThrow();
});

test("a statement that is wrong fails as at any other time", async () => {
  const asked = watched(report.query("SELECT error('no such thing') FROM range($1)", [1]));
  await turnsUntil(() => asked.isSettled);
  await expect(asked.answer).rejects.toThrow("no such thing");
});

test("commits and checkpoints need no thread that reports have", async () => {
  await pause();
  await database.transaction(() => database.writer.run("INSERT INTO points VALUES (1, 2, 0, 3, NULL, 1)"));
  await database.checkpoint();

  expect(await database.writer.query("SELECT ts::DOUBLE FROM points")).toEqual([[2]]);
});

async function pause(): Promise<void> {
  database.pace.batchBegins();
  clock.advance(20);
  await expect
    .poll(async () => await database.writer.query("SELECT current_setting('threads')::INTEGER"))
    .toEqual([[1]]);
}

/** Lets time pass until `isOver`, however long a busy machine takes for it. */
async function turnsUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    clock.advance(10);
    await nextTurn();
  }
}

/** Lets time pass while somebody who need not give way has the same statement done, again and again. */
async function othersHaveTheirTurns(): Promise<void> {
  const other = await database.openSession();
  for (let turn = 0; turn < TURNS; turn++) {
    clock.advance(10);
    expect(await other.query(SQL, [1])).toEqual([[499_499]]);
  }
  await other.close();
}

function watched<Answer>(answer: Promise<Answer>): { readonly answer: Promise<Answer>; readonly isSettled: boolean } {
  let isSettled = false;
  answer.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  return {
    answer,
    get isSettled() {
      return isSettled;
    },
  };
}
