// Exports of the embedded store: formats, order, windows, and what becomes of them when they end early.
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { ExportFormat, SeriesLabel } from "../../core/history/history.ts";
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";

let folder: string;
let store: DuckdbTelemetryStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-export-"));
  store = new DuckdbTelemetryStore(
    { clock: systemClock, log: silentLogger },
    {
      file: join(folder, "telemetry.duckdb"),
      scratchFolder: join(folder, "scratch it's"),
      threads: 2,
      memoryMaxMebibytes: 128,
      writeReserveMebibytes: 64,
      spillMaxMebibytes: 256,
      readersMax: 2,
      checkpointMebibytes: 16,
      snapshotPoints: 1000,
      snapshotPatience: 1,
      snapshotSeconds: 60,
      reopenSeconds: 1,
      exportWindow: { pointsMax: 10, textBytesMax: 100 },
      reports: { queriesMax: 2, sliceSamples: 2_000_000 },
    },
  );
  await store.start();
});
afterEach(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const number = (series: number): SeriesNumber => series as SeriesNumber;
const label = (series: number, owner: string, key: string): SeriesLabel => ({ series: number(series), owner, key });

async function* paged(labels: readonly SeriesLabel[]): AsyncGenerator<readonly SeriesLabel[]> {
  for (const each of labels) yield await Promise.resolve([each]);
}

const ALL = { startTs: -8.64e15, endTs: 8.64e15 };

function read(
  format: ExportFormat,
  labels: readonly SeriesLabel[],
  window = ALL,
  signal = new AbortController().signal,
) {
  return store.history.read({ format, window, ownerColumn: "device", labels: paged(labels) }, signal);
}

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

async function bytesOf(...asked: Parameters<typeof read>): Promise<Buffer> {
  return Buffer.concat(await collected(read(...asked)));
}

/** Rows of a finished Parquet file, as a reader that knows nothing of us sees them. */
async function rowsOf(parquet: Buffer): Promise<DuckDBValue[][]> {
  const file = join(folder, "read.parquet");
  await writeFile(file, parquet);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  return (await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`)).getRows();
}

async function storeOneOfEach(): Promise<readonly SeriesLabel[]> {
  const batch = new PointBatch();
  batch.add(number(1), 1000, ValueKind.NUMBER, 21.5);
  batch.add(number(2), 1000, ValueKind.STRING, 0);
  batch.addText('a "quoted", text\nof two lines');
  batch.add(number(1), 2000, ValueKind.NUMBER, -7);
  batch.add(number(2), 2000, ValueKind.JSON, 0);
  batch.addText('{"a":[1,"x"]}');
  batch.add(number(1), 3000, ValueKind.BOOLEAN, 1);
  batch.add(number(2), 3000, ValueKind.INTEGER, 9007199254740993);
  batch.addText("9007199254740993");
  await store.write(batch);
  return [label(2, "boiler, old", "mode"), label(1, "#complete", "temp")];
}

test("CSV has a line for each point, in order of time and then of series, and says at its end that it is complete", async () => {
  const csv = (await bytesOf("CSV", await storeOneOfEach())).toString();
  expect(csv).toBe(
    [
      "device,ts,key,value,type",
      '"#complete",1000,temp,21.5,number',
      '"boiler, old",1000,mode,"a ""quoted"", text\nof two lines",string',
      '"#complete",2000,temp,-7,number',
      '"boiler, old",2000,mode,"{""a"":[1,""x""]}",json',
      '"#complete",3000,temp,true,boolean',
      '"boiler, old",3000,mode,9007199254740993,number',
      "#complete,,points,6,number",
      "",
    ].join("\n"),
  );
});

test("NDJSON has values with their types", async () => {
  const ndjson = (await bytesOf("NDJSON", await storeOneOfEach())).toString();
  expect(ndjson.split("\n")).toEqual([
    '{"device":"#complete","ts":1000,"key":"temp","value":21.5}',
    '{"device":"boiler, old","ts":1000,"key":"mode","value":"a \\"quoted\\", text\\nof two lines"}',
    '{"device":"#complete","ts":2000,"key":"temp","value":-7}',
    '{"device":"boiler, old","ts":2000,"key":"mode","value":{"a":[1,"x"]}}',
    '{"device":"#complete","ts":3000,"key":"temp","value":true}',
    '{"device":"boiler, old","ts":3000,"key":"mode","value":9007199254740993}',
    '{"complete":true,"points":6}',
    "",
  ]);
});

test("a Parquet file of many windows reads as one", async () => {
  const batch = new PointBatch();
  for (let ts = 0; ts < 95; ts++) {
    batch.add(number(1), ts, ValueKind.NUMBER, ts / 4);
    batch.add(number(2), ts, ValueKind.STRING, 0);
    batch.addText(`text ${String(ts)}`);
  }
  await store.write(batch);
  const rows = await rowsOf(await bytesOf("PARQUET", [label(1, "A", "number"), label(2, "A", "text")]));
  expect(rows).toEqual(
    Array.from({ length: 95 }, (_, ts) => [
      ["A", BigInt(ts), "number", ts / 4, null, "number"],
      ["A", BigInt(ts), "text", null, `text ${String(ts)}`, "string"],
    ]).flat(),
  );
  expect(await rowsOf(await bytesOf("PARQUET", await storeOneOfEach(), { startTs: 2000, endTs: 3001 }))).toEqual([
    ["#complete", 2000n, "temp", -7, null, "number"],
    ["boiler, old", 2000n, "mode", null, '{"a":[1,"x"]}', "json"],
    ["#complete", 3000n, "temp", 1, null, "boolean"],
    ["boiler, old", 3000n, "mode", 9007199254740992, "9007199254740993", "integer"],
  ]);
});

test("without points there are the columns, and the word that this is all", async () => {
  const labels = [label(1, "A", "x")];
  expect((await bytesOf("CSV", labels)).toString()).toBe("device,ts,key,value,type\n#complete,,points,0,number\n");
  expect((await bytesOf("NDJSON", [])).toString()).toBe('{"complete":true,"points":0}\n');
  expect(await rowsOf(await bytesOf("PARQUET", []))).toEqual([]);
});

test("the window is half-open, and other series are not in it", async () => {
  await storeOneOfEach();
  const csv = (await bytesOf("CSV", [label(1, "A", "temp")], { startTs: 1000, endTs: 3000 })).toString();
  expect(csv.split("\n")).toEqual([
    "device,ts,key,value,type",
    "A,1000,temp,21.5,number",
    "A,2000,temp,-7,number",
    "#complete,,points,2,number",
    "",
  ]);
});

test("numbers are written with the shortest digits that bring them back", async () => {
  const values = [0, -0, 1e15, 123456789012345, 1e300, -1e-7, 5e-324, 0.1 + 0.2, 1.7976931348623157e308, 100, 1e21];
  const batch = new PointBatch();
  values.forEach((value, ts) => {
    batch.add(number(1), ts, ValueKind.NUMBER, value);
  });
  await store.write(batch);
  const lines = (await bytesOf("CSV", [label(1, "A", "x")])).toString().split("\n").slice(1, -2);
  expect(lines.map((line) => Number(line.split(",")[3]))).toEqual(values);
});

test("an export that is given up, or whose store is closed, leaves nothing behind", async () => {
  const batch = new PointBatch();
  for (let ts = 0; ts < 500; ts++) batch.add(number(1), ts, ValueKind.NUMBER, ts);
  await store.write(batch);
  const scratch = join(folder, "scratch it's");

  const left = read("CSV", [label(1, "A", "x")]);
  await left.next();
  await left.next();
  expect(readdirSync(scratch)).toHaveLength(1);
  await left.return();
  expect(readdirSync(scratch)).toEqual([]);

  const aborted = new AbortController();
  const stopped = read("CSV", [label(1, "A", "x")], ALL, aborted.signal);
  await stopped.next();
  await stopped.next();
  aborted.abort(new Error("gone"));
  await expect(collected(stopped)).rejects.toThrow("gone");
  expect(readdirSync(scratch)).toEqual([]);

  const closed = read("CSV", [label(1, "A", "x")]);
  await closed.next();
  await store.stop();
  await expect(collected(closed)).rejects.toMatchObject({ kind: "unavailable" });
  expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
});
