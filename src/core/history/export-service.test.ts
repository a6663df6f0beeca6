import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { SeriesOwner } from "../telemetry/series-owner.ts";
import { ExportService } from "./export-service.ts";
import type { DeviceSelection } from "./history.ts";

const owner = { name: "boiler-7" } as unknown as SeriesOwner;
const TERMS = { tenantId: null, format: "CSV", window: { startTs: 0, endTs: 1 }, keys: undefined } as const;
const BOUNDS = { parallelMax: 1, tenantParallelMax: 1, millisMax: 60_000, stallMillis: 10_000, seriesMax: 10 };

/** A service that runs one export at a time, of two chunks each. */
function exportsOfTwoChunks() {
  const clock = new ManualClock();
  const ends: string[] = [];
  const reader = {
    async *read(_request: unknown, signal: AbortSignal) {
      try {
        yield await Promise.resolve(Buffer.from("one"));
        signal.throwIfAborted();
        yield Buffer.from("two");
      } finally {
        ends.push("reader");
      }
    },
  };
  const store = { labelsOf: () => Promise.resolve({ labels: [], next: null }) };
  const owners = { seriesOf: () => Promise.resolve([]) };
  const exports = new ExportService({ reader, store, telemetry: owners, clock, log: silentLogger }, BOUNDS);
  const begin = (signal = new AbortController().signal) => exports.ofOwner(owner, "device", TERMS, signal);
  return { begin, clock, ends };
}

test("an export gives its place to another when it has been taken as a whole", async () => {
  const { begin, clock, ends } = exportsOfTwoChunks();
  const { chunks } = await begin();
  await expect(begin()).rejects.toThrow("exports of telemetry");

  const taken: string[] = [];
  for await (const chunk of chunks) taken.push(Buffer.from(chunk).toString());

  expect(taken).toEqual(["one", "two"]);
  expect(ends).toEqual(["reader"]);
  expect(clock.pendingTimers).toBe(0);
  await expect(begin()).resolves.toBeDefined();
});

test("an export whose first chunk is never read gives its place back, too", async () => {
  const { begin, clock, ends } = exportsOfTwoChunks();
  const { chunks } = await begin();

  await chunks.return?.();

  expect(ends).toEqual(["reader"]);
  expect(clock.pendingTimers).toBe(0);
  await expect(begin()).resolves.toBeDefined();
});

test("an export that is not read any more is cut off", async () => {
  const { begin, clock } = exportsOfTwoChunks();
  const { chunks, cutOff } = await begin();
  await chunks.next();

  clock.advance(BOUNDS.stallMillis);

  expect(cutOff.reason).toMatchObject({ kind: "timeout" });
  await expect(chunks.next()).rejects.toThrow("was not read for 10 seconds");
});

test("what the reader has begun ends when its caller goes away", async () => {
  const caller = new AbortController();
  const { begin, ends } = exportsOfTwoChunks();
  const { chunks, cutOff } = await begin(caller.signal);
  await chunks.next();

  caller.abort(new Error("gone"));

  expect(cutOff.aborted).toBe(true);
  await expect(chunks.next()).rejects.toThrow("gone");
  expect(ends).toEqual(["reader"]);
});

test.each([
  [BOUNDS.seriesMax, "all"],
  [BOUNDS.seriesMax + 1, "none"],
])("an export of %i series, where there may be 10, gives %s of them", async (count, given) => {
  const labels = Array.from({ length: count }, (_, index) => ({
    series: index as SeriesNumber,
    owner: "boiler-7",
    key: `k${String(index)}`,
  }));
  const reader = {
    async *read({ labels: pages }: { readonly labels: AsyncIterable<readonly unknown[]> }) {
      for await (const page of pages) yield Buffer.from(String(page.length));
    },
  };
  const exports = new ExportService(
    {
      reader,
      store: { labelsOf: () => Promise.resolve({ labels, next: null }) },
      telemetry: { seriesOf: () => Promise.resolve([]) },
      clock: new ManualClock(),
      log: silentLogger,
    },
    BOUNDS,
  );
  const selection = {} as DeviceSelection;
  const begun = exports.ofDevices(selection, TERMS, new AbortController().signal);

  if (given === "all") expect(Buffer.from((await (await begun).chunks.next()).value ?? []).toString()).toBe("10");
  else
    await expect(begun).rejects.toMatchObject({ details: { limit: { name: "history.export.seriesMax", value: 10 } } });
});
