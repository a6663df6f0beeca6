import { Writable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { EventStreams, type EventStream } from "./event-stream.ts";

const BOUNDS = { heartbeatMillis: 15_000, waitingCharsMax: 1_000, takeMillis: 30_000 };
const PIECES = 1_000;

let clock: ManualClock;
let streams: EventStreams;
let stream: EventStream;

beforeEach(() => {
  clock = new ManualClock();
  streams = new EventStreams(clock, BOUNDS);
  stream = streams.open();
});

/** A caller's connection that takes what is written to it when the test says so. */
class Caller extends Writable {
  text = "";
  #take: (() => void) | undefined;
  #isReading: boolean;

  constructor({ reads }: { readonly reads: boolean }) {
    super({ highWaterMark: 1 });
    this.#isReading = reads;
    stream.readable.pipe(this);
  }

  reads(): void {
    this.#isReading = true;
    this.#take?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#take = () => {
      this.text += chunk.toString();
      done();
    };
    if (this.#isReading) this.#take();
  }
}

/** A long event, and how many of its pieces have been made. */
function longEvent() {
  const made = { pieces: 0 };
  function* pieces(): Generator<string> {
    while (made.pieces < PIECES) {
      made.pieces++;
      yield "0123456789";
    }
  }
  stream.send("result", pieces(), PIECES * 10);
  return made;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("AN §7.5: a long event is made as fast as its caller reads, so that one who reads nothing holds none of it", async () => {
  const caller = new Caller({ reads: false });
  const made = longEvent();
  await settled();
  expect(made.pieces).toBeLessThan(5);
  caller.reads();
  await expect.poll(() => caller.text).toBe(`event: result\ndata: ${"0123456789".repeat(PIECES)}\n\n`);
  expect(clock.pendingTimers).toBe(1);
});

test("AN §7.5: a caller who has not taken an event in time loses the stream", async () => {
  new Caller({ reads: false });
  longEvent();
  await settled();
  clock.advance(BOUNDS.takeMillis - 1);
  expect(stream.readable.destroyed).toBe(false);
  clock.advance(1);
  await settled();
  expect([stream.readable.destroyed, streams.count, clock.pendingTimers]).toEqual([true, 0, 0]);
});

test("AN §7.5: events of one moment may together be longer than what may wait, as a single one may", async () => {
  const caller = new Caller({ reads: false });
  await settled();
  const piece = "x".repeat(BOUNDS.waitingCharsMax);
  stream.sendAll(["a", "b", "c"].map((name) => ({ name, pieces: [piece], chars: piece.length })));
  caller.reads();
  await expect
    .poll(() => caller.text)
    .toBe(["a", "b", "c"].map((name) => `event: ${name}\ndata: ${piece}\n\n`).join(""));
});

test("AN §7.5: a long event that is being sent does not count among those that wait behind it", async () => {
  const caller = new Caller({ reads: false });
  longEvent();
  for (let event = 0; event < 3; event++) stream.send("rows", ["x".repeat(400)], 400);
  expect(stream.readable.destroyed).toBe(false);
  caller.reads();
  await expect.poll(() => caller.text).toContain("event: rows");
});

test("AN §7.5: a caller who lets more wait than may loses the stream with the next event", async () => {
  new Caller({ reads: false });
  await settled();
  for (const chars of [1, 600, 600]) stream.send("rows", ["x".repeat(chars)], chars);
  expect(stream.readable.destroyed).toBe(false);
  stream.send("rows", ["x"], 1);
  expect(stream.readable.destroyed).toBe(true);
});

test("AN §7.5: a caller who reads nothing of the end does not keep the stream", async () => {
  new Caller({ reads: false });
  stream.send("rows", ["1"], 1);
  stream.send("end", ["2"], 1);
  stream.end();
  await settled();
  expect(streams.count).toBe(1);
  clock.advance(BOUNDS.takeMillis);
  await settled();
  expect([streams.count, clock.pendingTimers]).toEqual([0, 0]);
});

test("AN §7.5: events come whole and in order, a long text in parts that break no letter, and signs of life between them", async () => {
  const caller = new Caller({ reads: true });
  const long = "a" + "\u{1f600}".repeat(100_000);
  stream.send("rows", [long], long.length);
  await expect.poll(() => caller.text.length).toBeGreaterThan(long.length);
  stream.send("rows", ["2"], 1);
  await settled();
  clock.advance(BOUNDS.heartbeatMillis);
  stream.end();
  await expect.poll(() => caller.writableFinished).toBe(true);
  expect(caller.text).toBe(`event: rows\ndata: ${long}\n\nevent: rows\ndata: 2\n\n: \n\n`);
  expect(clock.pendingTimers).toBe(0);
});
