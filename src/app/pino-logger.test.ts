import { expect, test } from "vitest";
import type { LogLevel } from "./pino-logger.ts";
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

function recording(level: LogLevel) {
  const lines: string[] = [];
  const log = createLogger(level, { write: (line) => void lines.push(line) });
  return { log, records: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
