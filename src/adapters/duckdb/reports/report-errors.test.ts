// What the failures of the engine are called. Source: analytics contract 4.2, 5.
import { expect, test } from "vitest";
import { DomainError } from "../../../core/errors.ts";
import { asReportError } from "./duckdb-report-engine.ts";

test("a report that does not fit into memory can be made smaller, and the error says how", () => {
  const error = asReportError(new Error("Out of Memory Error: could not allocate block of size 256.0 KiB"), false);

  expect(error).toMatchObject({ kind: "invalid", code: "REPORT_TOO_LARGE" });
  expect(error.message).toContain("TELEMETRY_DUCKDB_MEMORY_MAX_MIB");
});

test.each([
  'IO Error: Could not write file "/data/scratch/spill/duckdb_temp_storage_S64K-0.tmp": No space left on device',
  'IO Error: Failed to create directory "/data/scratch/spill": Read-only file system',
])("scratch space that cannot be written is named, and not where it lies: %s", (message) => {
  const error = asReportError(new Error(message), false);

  expect(error).toMatchObject({ kind: "unavailable", code: "ENGINE_UNAVAILABLE" });
  expect(error.message).toContain('the folder "scratch" of the data folder (DATA_DIR)');
  expect(error.message).not.toContain("/data");
});

test("any other failure is one of the store, and its text stays inside", () => {
  const error = asReportError(new Error("Binder Error: points"), false);

  expect(error.kind).toBe("unavailable");
  expect(error.message).not.toContain("points");
  const own = new DomainError("unavailable", "closed");
  expect(asReportError(own, false)).toBe(own);
});

test("a report that gave way to telemetry may be tried again, whatever the engine made of its end", () => {
  const error = asReportError(new Error("INTERRUPT Error: Interrupted!"), true);

  expect(error).toMatchObject({ kind: "unavailable", code: "ENGINE_UNAVAILABLE" });
  expect(error.message).toContain("try again");
});
