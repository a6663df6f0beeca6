// Panels in the grid: none lies over another.
import { expect, test } from "vitest";
import { arranged, freePlace, inColumns } from "./arrange.ts";
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

test("in a grid with fewer columns, no panel lies over another", () => {
  expect(places(inColumns([A, B, C], 12))).toEqual({ a: [0, 0, 12, 4], b: [0, 4, 12, 4], c: [0, 8, 12, 3] });
});
