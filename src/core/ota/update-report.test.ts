import { expect, test } from "vitest";
import { millis } from "../../lib/clock.ts";
import type { Value } from "../values.ts";
import { readReport, reportKeys, type KnownUpdate } from "./update-report.ts";

const ASSIGNED = millis(1_767_225_600_000);
const WANTED = { title: "boiler", version: "2" };
const KNOWN: KnownUpdate = { state: "QUEUED", progress: null, error: null, assignedAt: ASSIGNED };

/** In the order of the keys; `age` 0 is the moment of the assignment. */
function report(values: Readonly<Record<string, Value>>, known: Partial<KnownUpdate> = {}, age = 0) {
  const points = reportKeys("FIRMWARE").map((key) => {
    const value = values[key];
    return value === undefined ? undefined : { ts: millis(ASSIGNED - age), value };
  });
  return readReport(WANTED, { ...KNOWN, ...known }, points);
}

test("states come as the device reports them, in any case, with progress and the reason of a failure", () => {
  expect(report({ fw_state: "downloading", fw_progress: 40.4 })).toEqual({
    state: "DOWNLOADING",
    progress: 40,
    error: null,
  });
  expect(report({ fw_state: "VERIFIED", fw_progress: "140", fw_error: "of old" })).toEqual({
    state: "VERIFIED",
    progress: 100,
    error: null,
  });
  expect(report({ fw_state: "FAILED", fw_error: "x".repeat(2_000) })).toEqual({
    state: "FAILED",
    progress: null,
    error: "x".repeat(1_000),
  });
});

test("words that a device cannot report, and other values, change nothing", () => {
  for (const fw_state of ["PENDING", "SKIPPED", "WITHDRAWN", "__proto__", "", 7, true])
    expect(report({ fw_state }, { state: "DOWNLOADED" }).state).toBe("DOWNLOADED");
  expect(report({ fw_progress: "soon" }, { progress: 7 }).progress).toBe(7);
});

test("what was reported before the package was assigned does not count", () => {
  const old = { fw_state: "FAILED", fw_error: "of an earlier update", fw_progress: 50 };
  expect(report(old, {}, 1)).toEqual({ state: "QUEUED", progress: null, error: null });
});

test("title and version count whenever they were reported, also where the version is stored as a number", () => {
  const installed = { state: "UPDATED", progress: 100, error: null };
  expect(report({ current_fw_title: "boiler", current_fw_version: 2 }, {}, 1_000)).toEqual(installed);
  expect(report({ current_fw_title: "boiler", current_fw_version: "2", fw_state: "FAILED" })).toEqual(installed);
});

test("the end of an update to another version is not the end of this one", () => {
  const other = { fw_state: "UPDATED", current_fw_title: "boiler", current_fw_version: "1" };
  expect(report(other).state).toBe("QUEUED");
  expect(report({ fw_state: "UPDATED", current_fw_version: "2" }).state).toBe("UPDATED");
  expect(report({ fw_state: "UPDATED" }).state).toBe("UPDATED");
});
