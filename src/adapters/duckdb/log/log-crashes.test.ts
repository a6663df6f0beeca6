// Whatever was done to a log before a crash or damage, what was acknowledged is read, or its loss is noticed.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFrame, FrameKind, frameAt, nextFrame } from "./frame.ts";
import { readLog, seedOf, type LogEnd } from "./read-log.ts";
import { listSegments, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import { TelemetryLog } from "./telemetry-log.ts";

const SECTOR_BYTES = 512;
const SEGMENT_BYTES = 1_500;
const RUNS = 100;

/** Zeros, as many values are, make sectors that look as if they had never been written. */
const contents = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(3_000), fc.constantFrom(0, 0, 7))
  .map(([start, length, fill]) => Buffer.concat([start, Buffer.alloc(length, fill)]));

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("append" as const), content: contents }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("checkpoint" as const), behind: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("renew" as const) }) },
  ),
  { maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

/** A log, and what the telemetry file says of it. */
interface Stored {
  readonly folder: string;
  readonly id: string;
  readonly acknowledged: readonly string[];
  /** Position up to which the telemetry file has the log. */
  readonly folded: number;
}

/** Compares faster than bytes. */
const textOf = (content: Buffer): string => content.toString("latin1");

async function read({
  folder,
  id,
  folded,
}: Omit<Stored, "acknowledged">): Promise<LogEnd & { readonly frames: readonly string[] }> {
  const frames: string[] = [];
  const end = await readLog(folder, { id, after: folded }, ({ content }) => {
    frames.push(textOf(content));
    return Promise.resolve();
  });
  return { ...end, frames };
}

/** Does to a new log what the store does. */
async function stored(parent: string, actions: readonly Step[]): Promise<Stored> {
  const folder = join(parent, "telemetry.duckdb.log");
  const acknowledged: string[] = [];
  let folded = 0;
  let log = await TelemetryLog.open(folder, { id: undefined, position: 0 }, SEGMENT_BYTES);
  const checkpoint = (position: number): Promise<void> => log.trim((folded = Math.max(folded, position)));
  for (const step of actions)
    if (step.kind === "append") {
      await log.append(FrameKind.points, [step.content]);
      acknowledged.push(textOf(step.content));
    } else if (step.kind === "checkpoint") await checkpoint(log.position - step.behind);
    else {
      if (step.kind === "renew") await log.renew();
      else {
        await log.close();
        log = await TelemetryLog.open(folder, await read({ folder, id: log.id, folded }), SEGMENT_BYTES);
      }
      await checkpoint(log.position);
    }
  await log.close();
  expect(log.position).toBe(acknowledged.length);
  return { folder, id: log.id, acknowledged, folded };
}

async function newestOf(folder: string): Promise<{ readonly path: string; readonly bytes: Buffer }> {
  const path = join(folder, segmentName((await listSegments(folder)).at(-1) ?? 0));
  return { path, bytes: await readFile(path) };
}

async function inScratch(work: (parent: string) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), "bridgehead-log-"));
  try {
    await work(parent);
  } finally {
    await rm(parent, { recursive: true });
  }
}

test("after any crash the log has what was acknowledged, and the frame in doubt as a whole or not at all", async () => {
  const crash = fc.record({ cut: fc.option(fc.nat()), lost: fc.array(fc.nat(), { maxLength: 4 }) });
  await fc.assert(
    fc.asyncProperty(steps, contents, crash, (actions, content, { cut, lost }) =>
      inScratch(async (parent) => {
        const log = await stored(parent, actions);
        const { path, bytes } = await newestOf(log.folder);
        const position = log.acknowledged.length + 1;
        const place = { seed: seedOf(Buffer.from(log.id, "hex")), at: bytes.length };
        const frame = encodeFrame({ kind: FrameKind.points, position, parts: [content] }, place);
        const whole = Buffer.concat([bytes, frame]);
        const torn = Buffer.from(whole);
        for (const sector of lost) {
          const at = bytes.length + (sector % frame.length);
          const start = at - (at % SECTOR_BYTES);
          torn.fill(0, Math.max(bytes.length, start), Math.min(torn.length, start + SECTOR_BYTES));
        }
        const length = cut === null ? torn.length : bytes.length + (cut % frame.length);
        await writeFile(path, torn.subarray(0, length));

        const isWhole = length === whole.length && torn.equals(whole);
        const expected = [...log.acknowledged, ...(isWhole ? [textOf(content)] : [])];
        const found = await read(log);
        expect(found.frames).toEqual(expected.slice(log.folded));
        expect(found.position).toBe(expected.length);

        const again = await TelemetryLog.open(log.folder, found, SEGMENT_BYTES);
        await again.append(FrameKind.points, [Buffer.from("next")]);
        await again.close();
        expect((await read(log)).frames).toEqual([...expected, "next"].slice(log.folded));
      }),
    ),
    { numRuns: RUNS },
  );
});

/** Reading gives everything, or says that something is wrong. */
async function expectNoticed(log: Stored): Promise<void> {
  const frames = await read(log).then(
    (found) => found.frames,
    () => undefined,
  );
  if (frames !== undefined) expect(frames).toEqual(log.acknowledged.slice(log.folded));
}

test("a byte that has changed or a file that is missing is noticed, unless nothing is lost by it", async () => {
  const damage = fc.record({ segment: fc.nat(), at: fc.nat(), change: fc.integer({ min: 1, max: 257 }) });
  await fc.assert(
    fc.asyncProperty(steps, damage, (actions, { segment, at, change }) =>
      inScratch(async (parent) => {
        const log = await stored(parent, actions);
        const firsts = await listSegments(log.folder);
        const path = join(log.folder, segmentName(firsts[segment % firsts.length] ?? 0));
        const bytes = await readFile(path);
        const damaged = damagedAt(bytes, at % bytes.length, change);
        if (!isBlanked(log, damaged, at % bytes.length)) {
          await writeFile(path, damaged);
          await expectNoticed(log);
        }
        await rm(path);
        await expectNoticed(log);
      }),
    ),
    { numRuns: RUNS },
  );
});

/** 256 stands for a zero, and 257 for a whole sector of them. */
function damagedAt(bytes: Buffer, at: number, change: number): Buffer {
  const damaged = Buffer.from(bytes);
  const start = at - (at % SECTOR_BYTES);
  if (change === 257) damaged.fill(0, start, Math.min(damaged.length, start + SECTOR_BYTES));
  else damaged[at] = change === 256 ? 0 : (bytes[at] ?? 0) ^ change;
  return damaged;
}

/** Whether the damage is where no whole frame follows, and is blank: as if the sector had never been written. */
function isBlanked({ id }: Stored, damaged: Buffer, at: number): boolean {
  const seed = seedOf(Buffer.from(id, "hex"));
  let end = SEGMENT_HEADER_BYTES;
  for (let frame = frameAt(damaged, end, seed); frame !== undefined; frame = frameAt(damaged, end, seed))
    end = frame.end;
  const start = at - (at % SECTOR_BYTES);
  const isBlank = damaged.subarray(Math.max(end, start), start + SECTOR_BYTES).every((byte) => byte === 0);
  return at >= end && isBlank && nextFrame(damaged, end, seed) === undefined;
}
