// Time in SQL is that of the calendar in memory: wall times, calendar parts, and the interval of an instant. Source: analytics
// contract 3.3.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partOf } from "../../../core/analytics/time/time-part.ts";
import { TIME_PARTS } from "../../../core/analytics/view/field-schema.ts";
import { Zones } from "../../../core/analytics/time/zones.ts";
import { ReportSession } from "./report-session.ts";
import { EdgeIndex, localSql, partSql } from "./time-sql.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T0 = Date.parse("2026-01-01T00:00:00Z");

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function numbers(sql: string): Promise<readonly number[]> {
  return (await connection.runAndReadAll(sql)).getRows().map(([value]) => Number(value));
}

/** A relation of instants, in their order. */
function instants(list: readonly number[]): string {
  return `SELECT unnest([${list.map(String).join(", ")}]::BIGINT[]) AS ts`;
}

test.each(["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo"])(
  "AN §3.3 wall times of %s, to the millisecond of its changes",
  async (name) => {
    const zone = await new Zones().load(name);
    const window = { startTs: Date.parse("2017-01-01T00:00:00Z"), endTs: Date.parse("2020-01-01T00:00:00Z") };
    const offsets = zone.offsets(window);
    const asked = offsets.fromTs
      .flatMap((ts) => [ts - 1, ts, ts + 1])
      .filter((ts) => ts >= window.startTs && ts < window.endTs);
    const list = [window.startTs, ...asked, window.endTs - 1];

    expect(await numbers(`SELECT ${localSql(offsets, "ts")} FROM (${instants(list)})`)).toEqual(
      list.map((ts) => zone.toLocal(ts)),
    );
  },
);

test.each(["monday", "saturday", "sunday"] as const)(
  "AN §2.5 calendar parts, with weeks from %s",
  async (weekStart) => {
    const locals = Array.from({ length: 800 }, (_none, day) => T0 + day * DAY + ((day * 37) % 1_440) * 60_000);
    const offsets = { fromTs: [0], offsetMillis: [0] };
    for (const fiscalStartMonth of [1, 4, 12])
      for (const part of TIME_PARTS) {
        const sql = partSql(part, "ts", { offsets, weekStart, fiscalStartMonth });

        expect([part, await numbers(`SELECT ${sql} FROM (${instants(locals)})`)]).toEqual([
          part,
          locals.map((local) => partOf(part, local, { weekStart, fiscalStartMonth })),
        ]);
      }
  },
);

const EVEN = Array.from({ length: 6 }, (_none, index) => T0 + index * HOUR);
test.each<[string, readonly number[]]>([
  ["one", [T0, T0 + DAY]],
  ["two, of one length", [T0, T0 + HOUR, T0 + 2 * HOUR]],
  ["two, the first cut", [T0 + HOUR - 1, T0 + HOUR, T0 + 2 * HOUR]],
  ["two, the last cut", [T0, T0 + HOUR, T0 + HOUR + 1]],
  ["even ones", EVEN],
  ["even ones, the first cut", [T0 + HOUR / 3, ...EVEN.slice(1)]],
  ["even ones, the last cut", [...EVEN.slice(0, -1), T0 + 4 * HOUR + 1]],
  ["a longer first", [T0 - HOUR / 2, ...EVEN.slice(1)]],
  ["a first of many times the length", [T0 - 5 * HOUR, ...EVEN.slice(1)]],
  ["a longer last", [...EVEN, T0 + 7 * HOUR]],
  ["a shorter one in the middle", [T0, T0 + HOUR, T0 + HOUR + HOUR / 2, T0 + 3 * HOUR, T0 + 4 * HOUR]],
  ["lengths that share no unit", [T0, T0 + 7, T0 + 20, T0 + 31, T0 + 36, T0 + 1_000]],
  ["too different for a table", [T0, T0 + 1, T0 + DAY, T0 + 2 * DAY + 1]],
])("AN §3.3 the interval of an instant: %s", async (_name, edges) => {
  let tables = 0;
  const session = new ReportSession(
    {
      query: async (sql: string, values?: never) => (await connection.runAndReadAll(sql, values)).getRows(),
      appender: (table: string) => connection.createAppender(table),
      newTable: (prefix: string) => `${prefix}_${String(tables++)}`,
    } as never,
    new AbortController().signal,
    { latest: {} as never, replacedBefore: 0, scratchFolder: "", isSorted: false, sliceSamples: 1_000 },
  );
  const last = edges.at(-1) ?? 0;
  const list = edges.flatMap((edge) => [edge - 1, edge, edge + 1]).filter((ts) => ts >= (edges[0] ?? 0) && ts < last);
  const relation = await new EdgeIndex(session, edges).withIndex(instants(list), "place");

  expect(await numbers(`SELECT place FROM (${relation}) ORDER BY ts`)).toEqual(
    [...list].sort((a, b) => a - b).map((ts) => edges.findLastIndex((edge) => edge <= ts)),
  );
  for (const table of ["slots_0", "edges_0"]) await connection.run(`DROP TABLE IF EXISTS ${table}`);
});
