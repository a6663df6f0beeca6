import { expect, test } from "vitest";
import type { LogLevel } from "./pino-logger.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { createLogger } from "./pino-logger.ts";

test("a record is one line of JSON with time, level, event and fields", () => {
  const { log, records } = recording("info");

  log.child({ sessionId: "s1" }).info("session opened", { deviceId: "d1" });

  expect(records()).toEqual([
    { level: "info", time: expect.any(String), sessionId: "s1", deviceId: "d1", event: "session opened" },
  ]);
});

test("records below the level are not written", () => {
  const { log, records } = recording("warn");

  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");

  expect(records().map((record) => record["event"])).toEqual(["c", "d"]);
});

test("an error is written with its stack and its cause", () => {
  const { log, records } = recording("info");

  log.error("commit failed", { error: new Error("outer", { cause: new Error("inner") }) });

  expect(records()).toMatchObject([{ error: { message: "outer", cause: { message: "inner" } } }]);
});

test("of more records of one event than a window holds the count is written, and a new window begins", () => {
  const { log, records, clock } = recording("info");
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 7; i++) log.child({ i }).warn("not stored", { i });
    log.info("stored");

    clock.advance(1000);
  }

  const events = records().map(({ event, of, records: count }) => (of === undefined ? event : [event, of, count]));
  const round = ["not stored", "not stored", "not stored", "stored", ["records left out", "not stored", 4]];
  expect(events).toEqual([...round, ...round]);
});

test("records that an operator has asked for are all written: events that are named, and those of the level debug", () => {
  const { log, records } = recording("debug");

  for (let i = 0; i < 10; i++) {
    log.info("request answered");
    log.debug("message");
  }

  expect(records()).toHaveLength(20);
});

function recording(level: LogLevel) {
  const lines: string[] = [];
  const clock = new ManualClock();
  const bounds = { eventRecordsMax: 3, windowMillis: 1000, waitingBytesMax: 1024 };
  const stream = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level, unbounded: ["request answered"], ...bounds }, { clock, stream });
  return { log, clock, records: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
