import { messageOf, RecordingSession } from "../../test/support/recording-session.ts";
import { describe, expect, test } from "vitest";
import { Readings } from "../core/telemetry/readings.ts";
import { TS_ABS_MAX } from "../core/telemetry/telemetry.ts";
import { NO_SERIES, TelemetryJson } from "./telemetry-json.ts";

const NOW = 1_700_000_000_000;

const message = (payload: string) => messageOf(null, new RecordingSession(), payload);

/** One entry as a device sends it, added until no digit is missing, as the handlers do. */
function read(payload: string): Readings {
  const json = new TelemetryJson({ stringLengthMax: 0 });
  const readings = new Readings();
  const add = (document: unknown): void => {
    readings.clear();
    json.addEntry(readings, document, NO_SERIES, NOW);
  };
  const { text, document } = json.open(message(payload));
  add(document);
  const exact = json.exactIfNeeded(text, document);
  if (exact !== undefined) add(exact);
  return readings;
}

test("an integer that a double would round keeps its digits, and so does its time", () => {
  const readings = read('{"ts":1700000000001,"values":{"n":9007199254740993}}');
  expect(readings.texts.concat(readings.nums.map(String)).join()).toContain("9007199254740993");
  expect(readings.ts[0]).toBe(1_700_000_000_001);
});

describe("a time that is none is invalid", () => {
  test.each([
    ["true", "as an integer, got true"],
    ['"abc"', 'as an integer, got "abc"'],
    ['{"a":9007199254740993}', 'as an integer, got {"a":'],
    ["[]", "as an integer, got []"],
    ["100000000000000000000", `"ts" must lie within ±${String(TS_ABS_MAX)} ms, got 100000000000000000000`],
    ["-100000000000000000000", `"ts" must lie within ±${String(TS_ABS_MAX)} ms, got -100000000000000000000`],
  ])("%s", (ts, message) => {
    expect(() => read(`{"ts":${ts},"values":{"n":9007199254740993}}`)).toThrow(message);
  });

  test("also when the message is read again for a value's digits", () => {
    const json = new TelemetryJson({ stringLengthMax: 0 });
    const { text, document } = json.open(message('[{"n":9007199254740993},{"ts":100000000000000000000,"n":1}]'));
    const readings = new Readings();
    for (const entry of (document as unknown[]).slice(0, 1)) json.addEntry(readings, entry, NO_SERIES, NOW);
    const [, late] = json.exactIfNeeded(text, document) as [unknown, unknown];
    expect(() => json.addEntry(readings, late, NO_SERIES, NOW)).toThrow("must lie within");
  });
});

test("the name of a connector is as long as other names; with a longer one the metadata is none of a connector", () => {
  const timing = (connector: string) => {
    const json = new TelemetryJson({ stringLengthMax: 0 });
    const entry = { ts: 1, values: { a: 1 }, metadata: { connector, receivedTs: 1, publishedTs: 2 } };
    return json.addEntry(new Readings(), entry, NO_SERIES, NOW)?.connector;
  };
  expect(timing("c".repeat(255))).toHaveLength(255);
  expect(timing("c".repeat(256))).toBeUndefined();
});

test("the timing of a connector counts once, also when the message is read again for a value's digits", () => {
  const json = new TelemetryJson({ stringLengthMax: 0 });
  const metadata = '{"connector":"modbus","receivedTs":1,"publishedTs":2}';
  const { text, document } = json.open(message(`{"values":{"n":9007199254740993},"metadata":${metadata}}`));
  const readings = new Readings();
  const first = json.addEntry(readings, document, NO_SERIES, NOW);
  const again = json.addEntry(readings, json.exactIfNeeded(text, document), NO_SERIES, NOW);
  expect([first?.connector, again]).toEqual(["modbus", undefined]);
});

describe("a message of 64 KiB that has to be mended costs about as much as one of numbers", () => {
  const filled = (unit: (index: number) => string): string => {
    const units: string[] = [];
    for (let left = 65_000; left > 0; left -= (units.at(-1)?.length ?? 0) + 1) units.push(unit(units.length));
    return units.join(",");
  };
  const keyed = (value: string): string => `{${filled((index) => `"k${index.toString(36)}":${value}`)}}`;
  const spentMillis = (payload: string): number => {
    const startedAt = process.threadCpuUsage().user;
    // The clock of a thread may be no finer than a few milliseconds.
    for (let run = 0; run < 30; run++) {
      const json = new TelemetryJson({ stringLengthMax: 0 });
      const { document } = json.open(message(payload));
      json.addEntry(new Readings(), document, NO_SERIES, NOW);
      json.takeLeftOut();
    }
    return (process.threadCpuUsage().user - startedAt) / 1000;
  };

  test.each([
    ["an array of NaN", `{"a":[${filled(() => "NaN")}]}`],
    ["a NaN for each key", keyed("NaN")],
    ["an array with a NaN for each key", keyed("[NaN]")],
    ["one NaN next to an array of numbers", `{"a":NaN,"b":[${filled(() => "1")}]}`],
    ["one NaN next to an array of arrays", `{"a":NaN,"b":[${filled(() => "[]")}]}`],
    ["an array of long integers", `{"a":[${filled(() => "9007199254740993")}]}`],
  ])("%s", (_what, payload) => {
    const ordinary = Math.max(spentMillis(keyed("21.5")), spentMillis(keyed("21.5")));
    expect(Math.min(spentMillis(payload), spentMillis(payload))).toBeLessThan(8 * ordinary);
  });
});
