// Gauges in the room of a panel.
import { expect, test } from "vitest";
import { evenColumns, gaugeGrid } from "./gauge-room.ts";

test.each([
  ["one in a high panel is as wide as that", 1, 500, 400, { columns: 1, width: 500 }],
  ["one in a wide panel grows with its height, and its texts with it", 1, 1_400, 400, { columns: 1, width: 573 }],
  ["one in a low panel is as high as that", 1, 600, 144, { columns: 1, width: 185 }],
  ["one in a narrow panel is as wide as that", 1, 120, 400, { columns: 1, width: 120 }],
  ["two stand beside each other in a wide panel", 2, 500, 200, { columns: 2, width: 247 }],
  ["two stand below each other in a high one", 2, 200, 400, { columns: 1, width: 200 }],
  ["many are small before they are cut", 5, 450, 210, { columns: 3, width: 107 }],
  ["too many keep a size that can be read", 30, 300, 100, { columns: 3, width: 90 }],
])("%s", (_what, count, width, height, grid) => {
  expect(gaugeGrid(count, { width, height })).toEqual(grid);
});

test("the age of a value below a gauge takes of its room", () => {
  expect(gaugeGrid(1, { width: 600, height: 164 }, 20)).toEqual(gaugeGrid(1, { width: 600, height: 144 }));
});

test("rows of gauges on a page are about as long as each other", () => {
  expect([1, 3, 4, 5, 6, 7, 8, 9].map((count) => evenColumns(count, 4))).toEqual([1, 3, 4, 3, 3, 4, 4, 3]);
});
