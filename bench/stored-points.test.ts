// The check of what is stored finds what is wrong, in a folder as a load leaves it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEngineForWriting } from "../src/adapters/duckdb/open-engine.ts";
import { expectedOfLoad, requireStored, type ExpectedPoints } from "./stored-points.ts";

const FIRST_TS = 1_700_000_000_000;
const LATE_TS = FIRST_TS - 1_000_000;
const SERIES = 30;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-stored-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A gateway with ten devices of three keys: four fresh messages and two late ones. The history has a series of its own. */
async function store(...changes: readonly string[]): Promise<readonly ExpectedPoints[]> {
  const entities = new DatabaseSync(join(folder, "bridgehead.sqlite"));
  entities.exec(
    "CREATE TABLE device (id TEXT, name TEXT); CREATE TABLE series (number INTEGER, owner_id TEXT, key TEXT)",
  );
  const keys = ["temperature", "pressure", "pulses"];
  for (let number = 0; number < SERIES; number++) {
    const device = Math.floor(number / keys.length);
    if (number % keys.length === 0)
      entities.exec(`INSERT INTO device VALUES ('id-${String(device)}', 'gw-0-0000${String(device)}')`);
    entities.exec(
      `INSERT INTO series VALUES (${String(number + 1)}, 'id-${String(device)}', '${keys[number % keys.length] ?? ""}')`,
    );
  }
  entities.close();
  const { instance, connection } = await openEngineForWriting({
    file: join(folder, "telemetry.duckdb"),
    scratchFolder: join(folder, "scratch"),
    threads: 1,
    memoryMaxMebibytes: 64,
    spillMaxMebibytes: 64,
  });
  const insert = (series: string, from: number, count: number) =>
    `INSERT INTO points SELECT series, ts, 0, 1, NULL, 1 FROM ${series} s(series), range(${String(from)}, ${String(from + count)}) t(ts)`;
  for (const sql of [
    insert(`range(1, ${String(SERIES + 1)})`, FIRST_TS, 4),
    insert(`range(1, ${String(SERIES + 1)})`, LATE_TS, 2),
    insert("(VALUES (99))", LATE_TS - 3, 7),
    ...changes,
    "CHECKPOINT",
  ])
    await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
  const load = { shape: "thirty-points", devices: 10, devicePrefix: "gw" } as const;
  return [
    { series: 99, firstTs: 0, isConsecutive: false, least: 7, most: 7 },
    ...expectedOfLoad(folder, { ...load, firstTs: FIRST_TS }, { ofConnections: [{ sent: 5, acknowledged: 4 }] }),
    ...expectedOfLoad(folder, { ...load, firstTs: LATE_TS }, { ofConnections: [{ sent: 2, acknowledged: 2 }] }),
  ];
}

const row = (series: number, ts: number) =>
  `INSERT INTO points VALUES (${String(series)}, ${String(ts)}, 0, 1, NULL, 1)`;
const without = (series: number, ts: number) =>
  `DELETE FROM points WHERE series = ${String(series)} AND ts = ${String(ts)}`;

test("all that was acknowledged, and nothing else, is as it should be", async () => {
  expect(await requireStored(folder, await store())).toBe(SERIES * 6 + 7);
});

test("what was sent without an acknowledgement may be stored", async () => {
  expect(await requireStored(folder, await store(row(5, FIRST_TS + 4)))).toBe(SERIES * 6 + 8);
});

const WRONG: readonly (readonly [what: string, changes: readonly string[], message: RegExp])[] = [
  [
    "a fresh point is missing",
    [without(5, FIRST_TS + 3)],
    /in 1 series: series 5 from 1700000000000 has 3 points of 3/,
  ],
  ["a late point is missing", [without(30, LATE_TS)], /in 1 series: series 30 from 1699999000000 has 1 points of 1/],
  ["a late point is there twice", [row(1, LATE_TS + 1)], /in 1 series: series 1 .* has 3 points of 2 times/],
  [
    "one is missing and another one is there twice",
    [without(7, LATE_TS), row(7, LATE_TS + 1)],
    /in 1 series: series 7 .* has 2 points of 1 times/,
  ],
  [
    "a point has another time",
    [without(8, FIRST_TS + 1), row(8, FIRST_TS + 9)],
    /in 1 series: series 8 .* 1700000000000 to 1700000000009: they should follow/,
  ],
  [
    "a point has gone to another series",
    [without(8, FIRST_TS + 3), row(9, FIRST_TS + 4), row(9, FIRST_TS + 5)],
    /in 2 series: series 8 .*; series 9 from 1700000000000 has 6 points/,
  ],
  [
    "a series of the load has no point",
    ["DELETE FROM points WHERE series = 3"],
    /in 2 series: series 3 .* has no point of/,
  ],
  ["a series has points that nobody sent", [row(70, FIRST_TS)], /in 1 series: series 70 .*: none were sent/],
  ["a point of the history is missing", [without(99, LATE_TS)], /in 1 series: series 99 from 0 has 6 points/],
];

for (const [what, changes, message] of WRONG)
  test(`it is said that ${what}`, async () => {
    await expect(requireStored(folder, await store(...changes))).rejects.toThrow(message);
  });
