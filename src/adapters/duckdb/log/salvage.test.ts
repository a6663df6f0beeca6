// A damaged log of telemetry: every whole frame is kept, in order, and everything else is reported.
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PointBatch } from "../../../core/telemetry/point-batch.ts";
import { encodePoints } from "../../../core/telemetry/point-frame.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { FrameKind, frameAt } from "./frame.ts";
import { seedOf, type LogEnd } from "./read-log.ts";
import { salvageLog, type KnownLog } from "./salvage.ts";
import { SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import { TelemetryLog } from "./telemetry-log.ts";

const NOTHING: LogEnd = { id: undefined, position: 0 };
const HEAD_BYTES = 24;
const ANY_TIME = { series: undefined, from: undefined, to: undefined, points: undefined };

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "bridgehead-salvage-"));
  folder = join(parent, "telemetry.duckdb.log");
});
afterEach(() => rm(parent, { recursive: true }));

/** Two points of a series, at the time and one millisecond later. */
async function addPoints(log: TelemetryLog, series: number, ts: number): Promise<void> {
  const batch = new PointBatch(2);
  for (const time of [ts, ts + 1]) batch.add(series, time, ValueKind.NUMBER, 1);
  await log.append(FrameKind.points, encodePoints(batch));
}

async function addChange(log: TelemetryLog, kind: number): Promise<void> {
  await log.append(kind, [Buffer.from(JSON.stringify({ kind, rest: "" }))]);
}

/** Appends what `append` does for each of the segments; returns the id of the log. */
async function written(...segments: readonly ((log: TelemetryLog) => Promise<void>)[]): Promise<string> {
  let end = NOTHING;
  for (const append of segments) {
    const log = await TelemetryLog.open(folder, end);
    await append(log);
    await log.close();
    end = log;
  }
  return end.id ?? "";
}

/** Frames of points 1 to 5, of these series at 1,000 times that. */
async function fiveFrames(log: TelemetryLog): Promise<void> {
  for (const number of [1, 2, 3, 4, 5]) await addPoints(log, number, number * 1_000);
}

async function change(first: number, damage: (bytes: Buffer) => Buffer | undefined): Promise<void> {
  const path = join(folder, segmentName(first));
  const bytes = await readFile(path);
  await writeFile(path, damage(bytes) ?? bytes);
}

/** Where the frames of a segment begin. */
function startsIn(bytes: Buffer, id: string): readonly number[] {
  const starts: number[] = [];
  const seed = seedOf(Buffer.from(id, "hex"));
  for (let at = SEGMENT_HEADER_BYTES; at < bytes.length; at = frameAt(bytes, at, seed)?.end ?? Infinity)
    starts.push(at);
  return starts;
}

/** Changes a byte at an offset in a frame, by default of its content. */
async function damage(id: string, first: number, index: number, offset = HEAD_BYTES + 30): Promise<void> {
  await change(first, (bytes) => {
    const at = (startsIn(bytes, id)[index] ?? 0) + offset;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return undefined;
  });
}

async function salvage(known: KnownLog | undefined) {
  const positions: number[] = [];
  const { kept, ...report } = await salvageLog(folder, known, ({ position }) => {
    positions.push(position);
    return Promise.resolve();
  });
  expect(kept).toBe(positions.length);
  return { positions, ...report };
}

test("of a whole log, everything that the file does not have is kept, and nothing is lost", async () => {
  const id = await written(fiveFrames, (log) => addPoints(log, 6, 6_000));

  expect(await salvage({ id, position: 3 })).toEqual({ positions: [4, 5, 6], damages: [], lost: [] });
  expect((await salvage(undefined)).positions).toEqual([1, 2, 3, 4, 5, 6]);
});

test("of a damaged frame, its points and an unknown number from about the same time are lost", async () => {
  const id = await written(fiveFrames);
  // A value, which the list does not need.
  await damage(id, 1, 2, HEAD_BYTES + 4 + 2 * 13 + 3);

  const place = expect.stringMatching(/^telemetry\.duckdb\.log\/0+1 from byte [0-9]+ to [0-9]+$/) as string;
  expect(await salvage({ id, position: 0 })).toEqual({
    positions: [1, 2, 4, 5],
    damages: [expect.stringMatching(/to [0-9]+: damaged$/)],
    lost: [
      { series: 3, from: 3_000, to: 3_001, points: 2, place },
      { series: undefined, from: 2_000, to: 4_001, points: undefined, place },
    ],
  });
});

test("a damaged frame that the file has costs nothing", async () => {
  const id = await written(fiveFrames);
  await damage(id, 1, 2);

  const { positions, damages, lost } = await salvage({ id, position: 3 });
  expect(positions).toEqual([4, 5]);
  expect(damages).toEqual([expect.stringMatching(/damaged, but nothing is lost by that$/)]);
  expect(lost).toEqual([]);
});

test("of a part with several frames, their number is reported", async () => {
  const id = await written(fiveFrames);
  await change(1, (bytes) => bytes.fill(0, startsIn(bytes, id)[1], startsIn(bytes, id)[3]));

  const { positions, damages, lost } = await salvage({ id, position: 0 });
  expect(positions).toEqual([1, 4, 5]);
  expect(damages).toEqual([expect.stringMatching(/damaged: 2 entries$/)]);
  expect(lost).toEqual([expect.objectContaining(ANY_TIME)]);
});

test.each([
  [FrameKind.deletion, "its head", 12, /: a deletion, so that what it deleted is there again$/],
  [FrameKind.deletion, "its content", HEAD_BYTES + 12, /: a deletion, so that what it deleted is there again$/],
  [FrameKind.mark, "its content", HEAD_BYTES, /: a mark of the installation, which is written again$/],
])(
  "a frame of kind %i with a changed byte in %s is reported as such, and no points are lost",
  async (kind, _, at, words) => {
    const id = await written(async (log) => {
      await addPoints(log, 1, 1_000);
      await addChange(log, kind);
      await addPoints(log, 2, 2_000);
    });
    await damage(id, 1, 1, at);

    const { positions, damages, lost } = await salvage({ id, position: 0 });
    expect(positions).toEqual([1, 3]);
    expect(damages).toEqual([expect.stringMatching(words)]);
    expect(lost).toEqual([]);
  },
);

test("a missing segment is reported, also directly behind a damaged frame", async () => {
  const id = await written(fiveFrames, fiveFrames, fiveFrames);
  await rm(join(folder, segmentName(6)));

  const place = "telemetry.duckdb.log: entries from 6 to 10 are missing";
  expect(await salvage({ id, position: 0 })).toEqual({
    positions: [1, 2, 3, 4, 5, 11, 12, 13, 14, 15],
    damages: [place],
    lost: [{ ...ANY_TIME, place }],
  });
  await damage(id, 1, 4);
  const { damages, lost } = await salvage({ id, position: 0 });
  expect(damages).toEqual([
    expect.stringMatching(/damaged$/),
    expect.stringMatching(/entries from 5 to 10 are missing$/),
  ]);
  expect(lost).toContainEqual(expect.objectContaining(ANY_TIME));
});

test("the first segment that the file needs is missing", async () => {
  const id = await written(fiveFrames, fiveFrames);
  await rm(join(folder, segmentName(1)));

  expect((await salvage({ id, position: 3 })).damages).toEqual([
    "telemetry.duckdb.log: entries from 4 to 5 are missing",
  ]);
  expect((await salvage({ id, position: 5 })).damages).toEqual([]);
});

test("where a full segment says that another follows, that one is missed", async () => {
  const id = await written(async (log) => {
    await log.append(FrameKind.deletion, [Buffer.alloc(16 * 1024 * 1024, 1)]);
    await addPoints(log, 2, 2_000);
  });
  await rm(join(folder, segmentName(2)));

  const { positions, damages, lost } = await salvage({ id, position: 0 });
  expect(positions).toEqual([1]);
  expect(damages).toEqual([expect.stringMatching(/no entries behind 1 are there/)]);
  expect(lost).toEqual([expect.objectContaining(ANY_TIME)]);
});

test("a log that is gone, or one segment without anything that the file has, is missed", async () => {
  const id = await written(fiveFrames);
  await truncate(join(folder, segmentName(1)), 0);
  expect((await salvage({ id, position: 3 })).lost).toEqual([expect.objectContaining(ANY_TIME)]);

  await rm(folder, { recursive: true });
  expect((await salvage({ id, position: 3 })).lost).toEqual([expect.objectContaining(ANY_TIME)]);
  expect(await salvage(undefined)).toEqual({ positions: [], damages: [], lost: [] });
});

test("a segment of another log is reported, and nothing of it is kept", async () => {
  const other = join(parent, "other");
  await written(fiveFrames, fiveFrames);
  await cp(folder, other, { recursive: true });
  await rm(folder, { recursive: true });
  const id = await written(fiveFrames);
  await cp(join(other, segmentName(6)), join(folder, segmentName(6)));

  const { positions, damages, lost } = await salvage({ id, position: 0 });
  expect(positions).toEqual([1, 2, 3, 4, 5]);
  expect(damages).toEqual([expect.stringMatching(/0+6: of another telemetry file, nothing of it is kept$/)]);
  expect(lost).toEqual([expect.objectContaining(ANY_TIME)]);
});

test("a damaged header costs nothing, also where the file cannot tell which log it has", async () => {
  const id = await written(fiveFrames, fiveFrames);
  await change(1, (bytes) => bytes.fill(0, 0, SEGMENT_HEADER_BYTES));

  for (const known of [{ id, position: 0 }, undefined]) {
    const { positions, damages, lost } = await salvage(known);
    expect(positions.length).toBe(10);
    expect(damages).toEqual([expect.stringMatching(/its header is damaged, and not needed$/)]);
    expect(lost).toEqual([]);
  }
});

test("a last frame whose writing was interrupted, and one in doubt that another replaced, were never acknowledged", async () => {
  const id = await written(fiveFrames);
  const doubtful = await TelemetryLog.open(folder, { id, position: 5 });
  await addPoints(doubtful, 6, 6_000);
  await addPoints(doubtful, 7, 7_000);
  await doubtful.close();
  const log = await TelemetryLog.open(folder, { id, position: 6 });
  await addPoints(log, 8, 8_000);
  await addPoints(log, 9, 9_000);
  await log.close();
  await change(7, (bytes) => bytes.subarray(0, bytes.length - 10));

  expect(await salvage({ id, position: 0 })).toEqual({ positions: [1, 2, 3, 4, 5, 6, 7], damages: [], lost: [] });
});
