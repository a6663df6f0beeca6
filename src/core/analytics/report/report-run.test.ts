// One axis for all bucket fields, and the memory of rows. Source: analytics contract 3.3, 3.4, 5.
import { expect, test } from "vitest";
import type { FieldId } from "../view/table-view.ts";
import { type BucketEdges, ReportMemory, timeAxis } from "./report-run.ts";

const [DAY, HOUR] = ["day" as FieldId, "hour" as FieldId];

function edges(field: FieldId, list: readonly number[], more: Partial<BucketEdges> = {}): BucketEdges {
  return {
    field,
    labelAt: "start",
    edges: list,
    firstCut: false,
    lastCut: false,
    width: { bucket: "hour", amount: 1 },
    ...more,
  };
}

test("AN §3.3 a bucket shows its start or its end, whole also where the range cuts it", () => {
  const axis = timeAxis([edges(DAY, [0, 24, 48], { labelAt: "end", firstCut: true })]);
  expect([axis.count, axis.labels.get(DAY)]).toEqual([2, [24, 48]]);
});

test("AN §3.4 two bucket fields are cut wherever one of them is", () => {
  const axis = timeAxis([edges(DAY, [0, 24, 48]), edges(HOUR, [16, 20, 24, 28], { lastCut: true })]);
  expect(axis.edges).toEqual([16, 20, 24, 28]);
  expect(axis.labels.get(DAY)).toEqual([0, 0, 24]);
  expect(axis.labels.get(HOUR)).toEqual([16, 20, 24]);
});

test("AN §3.4 edges of one field inside a bucket of the other split it", () => {
  const axis = timeAxis([edges(DAY, [0, 10]), edges(HOUR, [0, 4, 10])]);
  expect([axis.edges, [...(axis.indexes.get(DAY) ?? [])], [...(axis.indexes.get(HOUR) ?? [])]]).toEqual([
    [0, 4, 10],
    [0, 0],
    [0, 1],
  ]);
});

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
