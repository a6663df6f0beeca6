// What the failures of the engine are called. Source: analytics contract 4.2, 5.
import { expect, test } from "vitest";
import { DomainError } from "../../../core/errors.ts";
import { asReportError } from "./report-errors.ts";

test("a report that does not fit into memory can be made smaller; its author is told", () => {
  const error = asReportError(new Error("Out of Memory Error: could not allocate block of size 256.0 KiB"));

  expect(error).toMatchObject({ kind: "invalid", code: "REPORT_TOO_LARGE" });
  expect(error.message).toContain("TELEMETRY_DUCKDB_MEMORY_MAX_MIB");
});

test("any other failure is one of the store, and its text stays inside", () => {
  const error = asReportError(new Error("Binder Error: points"));

  expect(error.kind).toBe("unavailable");
  expect(error.message).not.toContain("points");
  const own = new DomainError("unavailable", "closed");
  expect(asReportError(own)).toBe(own);
});
