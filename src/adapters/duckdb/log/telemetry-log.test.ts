// The log of telemetry on its own: what was appended is read again, whatever a crash leaves of it, and nothing that was
// acknowledged is missing unnoticed.
import { cp, mkdtemp, open as openFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Random } from "../../../../test/fuzz/random.ts";
import { FrameKind } from "./frame.ts";
import { readLog, type LogEnd } from "./read-log.ts";
import { SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import { TelemetryLog } from "./telemetry-log.ts";

const HEAD_BYTES = 24;
const NOTHING: LogEnd = { id: undefined, position: 0 };
/** Larger than a segment may become before it is followed by another. */
const SEGMENT = Buffer.alloc(16 * 1024 * 1024, 1);

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "bridgehead-log-"));
  folder = join(parent, "telemetry.duckdb.log");
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(parent, { recursive: true });
});

const open = (end = NOTHING, segmentBytes?: number): Promise<TelemetryLog> =>
  TelemetryLog.open(folder, end, segmentBytes);

/** The calls of open files that the disk answers. */
interface FileCalls {
  write(bytes: Buffer, at: number, length: number, position: number): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
}

/** Shared by all open files. */
async function fileCalls(): Promise<FileCalls> {
  const file = await openFile(parent, "r");
  await file.close();
  return Object.getPrototypeOf(file) as FileCalls;
}

const noSpace = (): Error => Object.assign(new Error("no space"), { code: "ENOSPC" });

const add = (log: TelemetryLog, text: string): Promise<number> => log.append(FrameKind.points, [Buffer.from(text)]);

/** The frames after a position, as texts, and where they end. */
async function read(
  { id, after = 0, last = Infinity }: { id?: string; after?: number; last?: number } = {},
  from = folder,
): Promise<{ readonly texts: readonly string[]; readonly end: LogEnd }> {
  const texts: string[] = [];
  const end = await readLog(from, { id, after, last }, ({ content }) => {
    texts.push(content.subarray(0, 20).toString());
    return Promise.resolve();
  });
  return { texts, end };
}

test("frames are read in order, from a position on and up to another", async () => {
  const log = await open();
  for (const text of ["one", "two", "three"]) await add(log, text);
  await log.close();

  expect(await read()).toEqual({ texts: ["one", "two", "three"], end: { id: log.id, position: 3 } });
  expect((await read({ id: log.id, after: 1 })).texts).toEqual(["two", "three"]);
  expect((await read({ after: 1, last: 2 })).texts).toEqual(["two"]);
});

test("a log goes on in a new segment after each start, and when one is full; trimming leaves what is needed", async () => {
  const first = await open();
  await add(first, "one");
  await first.close();
  const log = await open((await read()).end);
  await log.append(FrameKind.points, [SEGMENT]);
  await add(log, "three");
  expect(await readdir(folder)).toEqual([1, 2, 3].map(segmentName));

  await log.trim(1);
  expect(await readdir(folder)).toEqual([2, 3].map(segmentName));
  await log.trim(3);
  expect(await readdir(folder)).toEqual([segmentName(3)]);
  expect((await read({ id: log.id, after: 2 })).texts).toEqual(["three"]);
  await log.close();
});

test("trimming leaves the segments that somebody keeps, until they are no longer kept", async () => {
  const log = await open(NOTHING, 1);
  for (const text of ["one", "two", "three"]) await add(log, text);
  log.keepFrom(2);

  await log.trim(3);
  expect((await readdir(folder))[0]).toBe(segmentName(2));
  expect((await read({ id: log.id, after: 1 })).texts).toEqual(["two", "three"]);
  log.keepFrom(Infinity);
  await log.trim(3);
  expect((await read({ id: log.id, after: 2 })).texts).toEqual(["three"]);
  expect((await readdir(folder))[0]).toBe(segmentName(3));
  await log.close();
});

test("a start without new frames makes the same segment again", async () => {
  for (let time = 0; time < 3; time++) {
    const log = await open((await read()).end);
    await log.close();
  }
  expect(await readdir(folder)).toEqual([segmentName(1)]);
});

test("an only segment that has lost its content is refused; one whose creation a crash has interrupted is not", async () => {
  const log = await open();
  for (const text of ["one", "two"]) await add(log, text);
  await log.close();
  await truncate(join(folder, segmentName(1)), 0);
  await expect(read({ id: log.id, after: 1 })).rejects.toThrow(/damaged/);

  await rm(join(folder, segmentName(1)));
  await writeFile(join(folder, segmentName(3)), "");
  expect((await read({ id: log.id, after: 2 })).end).toEqual({ id: log.id, position: 2 });
});

test("a frame in doubt is replaced by the one that comes after it", async () => {
  const log = await open();
  await add(log, "one");
  await add(log, "in doubt");
  await log.close();

  const again = await open({ id: log.id, position: 1 });
  await add(again, "two");
  await again.close();

  expect((await read()).texts).toEqual(["one", "two"]);
});

test("after a failed write nothing is appended before there is a new segment", async () => {
  const log = await open();
  await add(log, "one");
  await rm(join(folder, segmentName(1)));

  await expect(add(log, "two")).rejects.toThrow("was removed, or replaced, while the platform uses it");
  expect([log.isWritable, log.position]).toEqual([false, 1]);
  await expect(add(log, "two")).rejects.toThrow("cannot be written since its last write failed");

  await log.renew();
  await add(log, "two");
  expect((await read({ id: log.id, after: 1 })).texts).toEqual(["two"]);
  await log.close();
});

test("nothing is appended to a segment that somebody else has cut off: what follows could not be read", async () => {
  const log = await open();
  await add(log, "one");
  await truncate(join(folder, segmentName(1)), 40);

  await expect(add(log, "two")).rejects.toThrow(`${segmentName(1)} was cut off at byte 40 while the platform uses it`);
  expect([log.isWritable, log.position]).toEqual([false, 1]);
  await log.renew();
  await add(log, "two");
  expect((await read({ id: log.id, after: 1 })).texts).toEqual(["two"]);
  await log.close();
});

test("after a failed sync the frame in doubt is replaced by the one that comes after the renewal", async () => {
  const log = await open();
  await add(log, "one");
  vi.spyOn(await fileCalls(), "datasync").mockRejectedValueOnce(noSpace());
  await expect(add(log, "in doubt")).rejects.toThrow("no space");
  expect([log.isWritable, log.position, log.written]).toEqual([false, 1, 3]);
  expect((await read()).texts).toEqual(["one", "in doubt"]);
  expect((await read({ last: 1 })).texts).toEqual(["one"]);

  await log.renew();
  await log.renew();
  expect(await add(log, "two")).toBe(2);
  await log.close();
  expect((await read()).texts).toEqual(["one", "two"]);
  await log.trim(2);
  expect(await readdir(folder)).toEqual([segmentName(2)]);
});

test("a write that takes only a part of the bytes is continued, and one that then fails leaves nothing that counts", async () => {
  const log = await open();
  const calls = await fileCalls();
  const write = Reflect.get(calls, "write");
  let taken = 0;
  vi.spyOn(calls, "write").mockImplementation(function (this: FileCalls, bytes, at, _, position) {
    return taken++ < 40 ? write.call(this, bytes, at, 1, position) : Promise.reject(noSpace());
  });
  await add(log, "one");
  await expect(add(log, "two")).rejects.toThrow("no space");
  vi.restoreAllMocks();
  expect((await read()).texts).toEqual(["one"]);

  await log.renew();
  await add(log, "two");
  await log.close();
  expect((await read()).texts).toEqual(["one", "two"]);
});

test.each([
  ["the next segment's header", 1],
  ["the note that it follows", 2],
  ["the first frame in it", 3],
])("where a segment is full and the sync of %s fails, the log goes on after the renewal", async (_, call) => {
  const log = await open(NOTHING, 1);
  await add(log, "one");
  const syncs = vi.spyOn(await fileCalls(), "datasync");
  for (let before = 1; before < call; before++) syncs.mockResolvedValueOnce();
  syncs.mockRejectedValueOnce(noSpace());
  await expect(add(log, "in doubt")).rejects.toThrow("no space");
  expect([log.isWritable, log.position]).toEqual([false, 1]);

  await log.renew();
  await add(log, "two");
  await add(log, "three");
  await log.close();
  expect((await read()).texts).toEqual(["one", "two", "three"]);
});

test("a crash at any step from one segment to the next loses nothing", async () => {
  const log = await open(NOTHING, 1);
  await add(log, "one");
  const before = await readFile(join(folder, segmentName(1)));
  await add(log, "two");
  await log.close();
  const [after, next] = [await readFile(join(folder, segmentName(1))), await readFile(join(folder, segmentName(2)))];
  const states = [
    ...Array.from({ length: SEGMENT_HEADER_BYTES + 1 }, (_, bytes) => [before, next.subarray(0, bytes)]),
    ...Array.from({ length: after.length - before.length + 1 }, (_, bytes) => [
      after.subarray(0, before.length + bytes),
      next.subarray(0, SEGMENT_HEADER_BYTES),
    ]),
  ];
  for (const [index, bytes] of states.entries()) {
    for (const [segment, content] of bytes.entries()) await writeFile(join(folder, segmentName(segment + 1)), content);
    const { texts, end } = await read({ id: log.id });
    expect(texts, String(index)).toEqual(["one"]);
    const again = await open(end);
    await add(again, "again");
    await again.close();
    expect((await read({ id: log.id })).texts, String(index)).toEqual(["one", "again"]);
  }
});

test("what was read is synced before other frames follow it", async () => {
  const log = await open();
  await add(log, "one");
  await log.close();
  vi.spyOn(await fileCalls(), "datasync").mockRejectedValueOnce(noSpace());

  await expect(open((await read()).end)).rejects.toThrow("no space");
  expect(await readdir(folder)).toEqual([segmentName(1)]);
});

test("a log that is closed while a segment is followed by another stays closed", async () => {
  const log = await open(NOTHING, 1);
  await add(log, "one");
  const added = add(log, "two");
  await log.close();
  await expect(added).rejects.toThrow();
  expect([log.isWritable, log.position]).toEqual([false, 1]);
  expect((await read()).texts).toEqual(["one"]);
});

test("a segment whose creation a crash has interrupted holds nothing", async () => {
  const log = await open();
  await add(log, "one");
  await log.close();
  for (const bytes of [0, 7, SEGMENT_HEADER_BYTES - 1]) {
    await writeFile(join(folder, segmentName(2)), Buffer.alloc(bytes));
    expect((await read()).texts).toEqual(["one"]);
  }
});

test("missing segments, and those of another log, are refused", async () => {
  const log = await open();
  await log.append(FrameKind.points, [SEGMENT]);
  await add(log, "two");
  await log.close();
  const keep = join(parent, "keep");
  await cp(folder, keep, { recursive: true });

  await rm(join(folder, segmentName(1)));
  await expect(read()).rejects.toThrow("has no entries from 1 to 1");
  expect((await read({ id: log.id, after: 1 })).texts).toEqual(["two"]);
  await cp(keep, folder, { recursive: true });
  await rm(join(folder, segmentName(2)));
  await expect(read({ id: log.id, after: 1 })).rejects.toThrow("has no entries from 2 on");
  await rm(folder, { recursive: true });
  await expect(read({ id: log.id, after: 2 })).rejects.toThrow("has no entries from 3 on");
  await cp(keep, folder, { recursive: true });
  await expect(read({ id: "00".repeat(16), after: 1 })).rejects.toThrow("does not belong to the telemetry file");
});

test("a file that is not part of the log is refused by its name, and the segment before it is not", async () => {
  const log = await open();
  for (const text of ["one", "two"]) await add(log, text);
  await log.close();
  const [whole, stray] = [join(folder, segmentName(1)), join(folder, segmentName(88))];

  await cp(whole, stray);
  await expect(read()).rejects.toThrow(
    `${stray} has the entries from 1 on, which its name does not say: rename it to ${segmentName(1)} if that file is missing, otherwise move it elsewhere`,
  );
  await writeFile(stray, Buffer.alloc(100, 7));
  await expect(read()).rejects.toThrow(
    `${stray} at byte 0: move it elsewhere if it does not belong here; otherwise put`,
  );
  await writeFile(stray, "");
  await expect(read()).rejects.toThrow(
    `has no entries from 3 to 87, although ${segmentName(88)} is there, which follows them`,
  );
});

test("missing frames are noticed where the newest segment holds nothing yet, or less than the file or the caller knows", async () => {
  const log = await open(NOTHING, 1);
  for (const text of ["one", "two", "three"]) await add(log, text);
  await log.close();
  await expect(read({ after: 4 })).rejects.toThrow("has no entries from 4 on");
  expect((await read({ after: 3, last: 3 })).texts).toEqual([]);
  await truncate(join(folder, segmentName(3)), SEGMENT_HEADER_BYTES + 3);
  await expect(read({ last: 3 })).rejects.toThrow("has no entries from 3 on");
  await expect(read({ after: 3 })).rejects.toThrow("has no entries from 3 on");
  await truncate(join(folder, segmentName(3)), 0);
  await expect(read({ after: 3 })).rejects.toThrow("damaged");
  await rm(join(folder, segmentName(2)));
  await expect(read({ after: 1 })).rejects.toThrow("has no entries from 2 to 2");
});

/** Whole frames of random length, in one segment. */
async function randomLog(random: Random): Promise<{ readonly log: TelemetryLog; readonly starts: readonly number[] }> {
  const log = await open();
  const starts: number[] = [];
  let at = SEGMENT_HEADER_BYTES;
  for (let frame = 1 + random.below(6); frame > 0; frame--) {
    const content = Buffer.from(Array.from({ length: random.below(3_000) }, () => 1 + random.below(255)));
    starts.push(at);
    await log.append(FrameKind.points, [content]);
    at += HEAD_BYTES + content.length;
  }
  await log.close();
  return { log, starts };
}

test("of a frame whose writing a crash has interrupted nothing is read, wherever it has ended and whichever sectors are missing", async () => {
  const random = new Random(3);
  const path = join(folder, segmentName(1));
  for (let time = 0; time < 25; time++) {
    await rm(folder, { recursive: true, force: true });
    const { starts } = await randomLog(random);
    const whole = await readFile(path);
    const last = starts.at(-1) ?? 0;
    const cut = last + random.below(whole.length - last);
    await truncate(path, cut);
    expect((await read()).end.position, `cut at ${String(cut)}`).toBe(starts.length - 1);

    const torn = Buffer.from(whole);
    const sectors = Math.ceil(whole.length / 512) - Math.floor(last / 512);
    const lost = random.below(sectors);
    for (let sector = 0; sector < sectors; sector++) {
      const start = (Math.floor(last / 512) + sector) * 512;
      if (sector === lost || random.once(3)) torn.fill(0, Math.max(last, start), Math.min(whole.length, start + 512));
    }
    await writeFile(path, torn);
    expect((await read()).end.position, "torn").toBe(starts.length - 1);
  }
});

test("a byte that has changed anywhere is noticed", async () => {
  const random = new Random(4);
  const { starts } = await randomLog(random);
  const path = join(folder, segmentName(1));
  const whole = await readFile(path);
  const places = [
    ...Array.from({ length: SEGMENT_HEADER_BYTES }, (_, at) => at),
    ...starts.flatMap((start) => Array.from({ length: 24 }, (_, byte) => start + byte)),
    ...Array.from({ length: 100 }, () => SEGMENT_HEADER_BYTES + random.below(whole.length - SEGMENT_HEADER_BYTES)),
  ];
  for (const at of places) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << random.below(8));
    await writeFile(path, damaged);
    // The two bytes of the header that are not used are covered by its checksum, too.
    await expect(read(), `byte ${String(at)} of ${String(whole.length)}`).rejects.toThrow(/damaged/);
  }
});

test("a blank sector before whole frames is damage, even where a frame begins", async () => {
  const log = await open();
  await log.append(FrameKind.points, [Buffer.alloc(600, 1)]);
  await add(log, "two");
  await log.close();
  const path = join(folder, segmentName(1));
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0, SEGMENT_HEADER_BYTES, 512));
  await expect(read()).rejects.toThrow("damaged");
});
