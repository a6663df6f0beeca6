import { expect, test } from "vitest";
import { ReportMemory } from "./report-memory.ts";

test("AN §5: reports hold no more memory for rows than they may have together, and give it back", () => {
  const memory = new ReportMemory(1000);
  const [one, other] = [memory.share(), memory.share()];
  one.take(600);
  other.take(300);
  expect(() => {
    other.take(200);
  }).toThrow(expect.objectContaining({ code: "ENGINE_UNAVAILABLE" }) as Error);
  expect(() => {
    other.take(800);
  }).toThrow(expect.objectContaining({ code: "REPORT_TOO_LARGE" }) as Error);
  one.release();
  one.release();
  other.take(200);
  expect(memory.held).toBe(500);
});
