import { expect, test } from "vitest";
import { sampleColumn, sampleReport } from "../../../../test/support/sample-report.ts";
import { liveAnswer } from "./live-answer.ts";

test("AN §7.5: an answer of many cells leaves others their turn while it is written", async () => {
  const columns = Array.from({ length: 50 }, (_none, column) =>
    sampleColumn(`c${String(column)}`, `C ${String(column)}`),
  );
  const rows = Array.from({ length: 4_000 }, () => columns.map(() => 1));
  let isOver = false;
  let others = 0;
  const other = (): void => {
    others++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const answer = await liveAnswer(sampleReport(columns, rows), 0);
  isOver = true;

  expect(answer.rows).toHaveLength(4_000);
  expect(others).toBeGreaterThanOrEqual(9);
});
