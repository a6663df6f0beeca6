// The golden data set through the second computation: what the contract's table says, before any engine is asked.
import { describe, expect, test } from "vitest";
import {
  GOLDEN_CASES,
  GOLDEN_DEVICES,
  GOLDEN_NOW,
  goldenRows,
  goldenView,
  KEEPS_SILENT,
  KEPT_ROWS,
  SILENT_ROWS,
  SILENT_VIEW,
} from "../golden/golden-data.ts";
import { parsedView } from "./parsed-view.ts";
import type { Cell } from "./reference-input.ts";
import { referenceTable } from "./table.ts";

async function rowsOf(json: object): Promise<readonly (readonly Cell[])[]> {
  return referenceTable({ view: await parsedView(json), devices: GOLDEN_DEVICES, now: GOLDEN_NOW }).rows;
}

function near(rows: readonly (readonly Cell[])[]): readonly (readonly unknown[])[] {
  return rows.map((row) => row.map((cell): unknown => (typeof cell === "number" ? expect.closeTo(cell, 9) : cell)));
}

describe("the golden data set, computed by the reference", () => {
  for (const golden of GOLDEN_CASES)
    test(`AN-${golden.number}: ${golden.title}, by ${golden.by}`, async () => {
      expect(await rowsOf(goldenView(golden))).toEqual(near(goldenRows(golden)));
    });

  test("AN-51: an attribute of the devices of a building repeats in each bucket", async () => {
    expect(await rowsOf(SILENT_VIEW)).toEqual(near(SILENT_ROWS));
  });

  test("AN-52: silent devices have rows where they are kept", async () => {
    expect(await rowsOf({ ...SILENT_VIEW, ...KEEPS_SILENT })).toEqual(near(KEPT_ROWS));
  });
});
