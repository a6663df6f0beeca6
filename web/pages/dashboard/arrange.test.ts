// Panels in the grid: none lies over another.
import { expect, test } from "vitest";
import { arranged, filledPlace, freePlace, inColumns, inOrder, inReadingOrder } from "./arrange.ts";
import type { PanelPlace } from "./configuration.ts";

const at = (x: number, y: number, width: number, height: number): PanelPlace => ({ x, y, width, height });
const A = { id: "a", place: at(0, 0, 12, 4) };
const B = { id: "b", place: at(12, 0, 12, 4) };
const C = { id: "c", place: at(0, 4, 24, 3) };
const places = (panels: readonly { readonly id: string; readonly place: PanelPlace }[]) =>
  Object.fromEntries(panels.map(({ id, place }) => [id, [place.x, place.y, place.width, place.height]]));

test("a panel that is moved onto others pushes them down, and those below them", () => {
  expect(places(arranged([A, B, C], "a", at(6, 0, 12, 4), 24))).toEqual({
    a: [6, 0, 12, 4],
    b: [12, 4, 12, 4],
    c: [0, 8, 24, 3],
  });
});

test("a panel that grows pushes only those in its way", () => {
  expect(places(arranged([A, B, C], "a", at(0, 0, 12, 6), 24))).toEqual({
    a: [0, 0, 12, 6],
    b: [12, 0, 12, 4],
    c: [0, 6, 24, 3],
  });
});

test("a panel stays within the grid, and has at least one cell", () => {
  expect(places(arranged([A], "a", at(20, -3, 12, 0), 24))).toEqual({ a: [12, 0, 12, 1] });
  expect(places(arranged([A], "a", at(0, 0, 30, 4), 24))).toEqual({ a: [0, 0, 24, 4] });
});

test("a new panel gets the first place with room, else one below all others", () => {
  expect(freePlace([A, C], { width: 6, height: 4 }, 24)).toEqual(at(12, 0, 6, 4));
  expect(freePlace([A, B, C], { width: 6, height: 4 }, 24)).toEqual(at(0, 7, 6, 4));
  expect(freePlace([], { width: 12, height: 4 }, 4)).toEqual(at(0, 0, 4, 4));
});

test("a new panel takes the rest of its gap where another one like it would not fit", () => {
  // Beside a panel of 7 rows: 5 of them leave too little, 3 leave room for the next one.
  const chart = { id: "chart", place: at(0, 0, 12, 7) };
  expect(filledPlace([chart], { width: 6, height: 5 }, 24)).toEqual(at(12, 0, 6, 7));
  expect(filledPlace([chart], { width: 6, height: 3 }, 24)).toEqual(at(12, 0, 6, 3));
  const figures = [12, 18].map((x) => ({ id: `figure at ${x}`, place: at(x, 0, 6, 3) }));
  expect(filledPlace([chart, ...figures], { width: 6, height: 3 }, 24)).toEqual(at(12, 3, 6, 4));
  // To the side, also at the end of the grid.
  expect(filledPlace([{ id: "gauge", place: at(0, 0, 6, 5) }], { width: 12, height: 7 }, 24)).toEqual(at(6, 0, 18, 7));
  expect(filledPlace([], { width: 8, height: 4 }, 24)).toEqual(at(0, 0, 8, 4));
  // Between two.
  const gap = [
    { id: "above", place: at(0, 0, 24, 2) },
    { id: "below", place: at(0, 11, 24, 2) },
  ];
  expect(filledPlace(gap, { width: 12, height: 7 }, 24)).toEqual(at(0, 2, 12, 9));
});

test("a new panel is as wide as it wants to be where there is room, else as narrow as it may be", () => {
  const size = { width: 6, height: 5, widthWanted: 12 };
  expect(filledPlace([], size, 24)).toEqual(at(0, 0, 12, 5));
  // The rest of a row, beside a chart.
  const chart = { id: "chart", place: at(0, 0, 12, 7) };
  expect(filledPlace([chart], size, 24)).toEqual(at(12, 0, 12, 7));
  expect(filledPlace([{ id: "wide", place: at(0, 0, 16, 7) }], size, 24)).toEqual(at(16, 0, 8, 7));
  expect(filledPlace([{ id: "narrow", place: at(0, 0, 7, 5) }], size, 24)).toEqual(at(7, 0, 17, 5));
  expect(filledPlace([{ id: "wider", place: at(0, 0, 20, 7) }], size, 24)).toEqual(at(0, 7, 12, 5));
});

test("a new panel that takes the rest of its gap lies over no other one", () => {
  const sizes = [
    { width: 12, height: 7 },
    { width: 6, height: 3 },
    { width: 6, height: 5, widthWanted: 12 },
    { width: 12, height: 9 },
    { width: 8, height: 4 },
  ];
  // All orders of three of them, one after the other.
  for (const first of sizes)
    for (const second of sizes)
      for (const third of sizes) {
        const panels: { id: string; place: PanelPlace }[] = [];
        for (const size of [first, second, third, first, second, third])
          panels.push({ id: `p${panels.length}`, place: filledPlace(panels, size, 24) });
        const cells = panels.flatMap(({ place: { x, y, width, height } }) =>
          Array.from({ length: width * height }, (_, cell) => `${x + (cell % width)},${y + Math.floor(cell / width)}`),
        );
        expect(new Set(cells).size).toBe(cells.length);
        expect(panels.every(({ place }) => place.x + place.width <= 24)).toBe(true);
      }
});

test("in a grid with fewer columns, no panel lies over another", () => {
  expect(places(inColumns([A, B, C], 12))).toEqual({ a: [0, 0, 12, 4], b: [0, 4, 12, 4], c: [0, 8, 12, 3] });
});

const readAs = (panels: readonly { readonly id: string; readonly place: PanelPlace }[]) =>
  inReadingOrder(panels).map(({ id }) => id);

test("a panel is read earlier or later: beside another one, in a row, and in a column", () => {
  expect(places(inOrder([A, B, C], "b", -1, 24))).toEqual({ b: [0, 0, 12, 4], a: [12, 0, 12, 4], c: [0, 4, 24, 3] });
  // Not so wide: the row is as full as before.
  const narrow = { id: "n", place: at(0, 0, 8, 4) };
  const wide = { id: "w", place: at(8, 0, 16, 4) };
  expect(places(inOrder([narrow, wide, C], "n", 1, 24))).toEqual({
    w: [0, 0, 16, 4],
    n: [16, 0, 8, 4],
    c: [0, 4, 24, 3],
  });
  const below = { id: "d", place: at(0, 7, 24, 6) };
  expect(places(inOrder([C, below], "d", -1, 24))).toEqual({ d: [0, 4, 24, 6], c: [0, 10, 24, 3] });
});

test("a panel that goes past a whole row leaves it as it is, further down or further up", () => {
  expect(places(inOrder([A, B, C], "c", -2, 24))).toEqual({ c: [0, 0, 24, 3], a: [0, 3, 12, 4], b: [12, 3, 12, 4] });
  const first = inOrder([A, B, C], "c", -2, 24);
  expect(places(inOrder(first, "c", 2, 24))).toEqual(places([A, B, C]));
});

test("a panel that is read first or last stays", () => {
  expect(places(inOrder([A, B, C], "a", -1, 24))).toEqual(places([A, B, C]));
  expect(places(inOrder([A, B, C], "c", 5, 24))).toEqual(places([A, B, C]));
  expect(places(inOrder([A, B, C], "unknown", 1, 24))).toEqual(places([A, B, C]));
});

test("wherever a panel goes, they are read in the new order, none lies over another, and those before them stay", () => {
  const high = { id: "t", place: at(0, 7, 8, 14) };
  const board = [A, B, C, high, { id: "u", place: at(8, 7, 16, 5) }, { id: "v", place: at(10, 12, 9, 3) }];
  const order = readAs(board);
  for (const [from, id] of order.entries())
    for (const [to] of order.entries()) {
      const moved = inOrder(board, id, to - from, 24);
      expect(readAs(moved)).toEqual(order.toSpliced(from, 1).toSpliced(to, 0, id));
      const cells = moved.flatMap(({ place: { x, y, width, height } }) =>
        Array.from({ length: width * height }, (_, cell) => `${x + (cell % width)},${y + Math.floor(cell / width)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      expect(moved.every(({ place }) => place.x + place.width <= 24)).toBe(true);
      const before = order.slice(0, Math.min(from, to));
      expect(moved.filter((panel) => before.includes(panel.id))).toEqual(
        board.filter((panel) => before.includes(panel.id)),
      );
    }
});
