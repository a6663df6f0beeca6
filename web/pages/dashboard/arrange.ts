// Where panels lie in the grid. None lies over another: a panel that is moved or grows pushes those in its way down.
import { words } from "../../words/words.ts";
import type { DashboardPanel, PanelPlace } from "./configuration.ts";

type Placed = Pick<DashboardPanel, "id" | "place">;
export interface PanelSize {
  readonly width: number;
  readonly height: number;
  /** As wide as this where there is room. */
  readonly widthWanted?: number;
}

const ROWS_MAX = 1_000;
const HEIGHT_MAX = 40;

/** The panel at the wanted place, or the nearest one within the grid; the others where they were, or further down. */
export function arranged<Panel extends Placed>(
  panels: readonly Panel[],
  id: string,
  wanted: PanelPlace,
  columns: number,
): readonly Panel[] {
  const places = new Map([[id, within(wanted, columns)]]);
  for (const panel of inReadingOrder(panels))
    if (panel.id !== id) places.set(panel.id, freeBelow(panel.place, [...places.values()]));
  return panels.map((panel) => ({ ...panel, place: places.get(panel.id) ?? panel.place }));
}

/**
 * The panels with this one so many places earlier or later as they are read, which is their order on a phone. It and those that it
 * goes past take the first places with room, one after the other; those after them stay where they are, or do the same.
 */
export function inOrder<Panel extends Placed>(
  panels: readonly Panel[],
  id: string,
  by: number,
  columns: number,
): readonly Panel[] {
  const before = inReadingOrder(panels);
  const from = before.findIndex((panel) => panel.id === id);
  const [panel] = before.slice(from, from + 1);
  if (from === -1 || panel === undefined) return panels;
  const to = between(0, from + by, before.length - 1);
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const placed: Panel[] = [];
  for (const [index, each] of before.toSpliced(from, 1).toSpliced(to, 0, panel).entries()) {
    const start = index === first ? (before[first]?.place ?? each.place) : after(placed.at(-1)?.place);
    const isPassed = index >= first && index <= last;
    const stays = !isPassed && !isBefore(each.place, start) && isFree(each.place, placed);
    placed.push(stays ? each : { ...each, place: freePlace(placed, each.place, columns, start) });
  }
  return panels.map((each) => placed.find((other) => other.id === each.id) ?? each);
}

type Corner = Pick<PanelPlace, "x" | "y">;

const TOP: Corner = { x: 0, y: 0 };

/** Where what is read next can begin. */
function after(place: Corner | undefined): Corner {
  return place === undefined ? TOP : { x: place.x + 1, y: place.y };
}

function isBefore(one: Corner, other: Corner): boolean {
  return one.y < other.y || (one.y === other.y && one.x < other.x);
}

function isFree(place: PanelPlace, panels: readonly Placed[]): boolean {
  return !panels.some((panel) => overlap(place, panel.place));
}

/** The first place with room for a panel, in reading order from `start`. */
export function freePlace(
  panels: readonly Placed[],
  { width, height }: PanelSize,
  columns: number,
  start: Corner = TOP,
): PanelPlace {
  const bottom = Math.max(start.y, ...panels.map(({ place }) => place.y + place.height));
  const wide = Math.min(width, columns);
  for (let { x, y } = start; y < bottom; y++, x = 0)
    for (; x + wide <= columns; x++) {
      const place = { x, y, width: wide, height };
      if (isFree(place, panels)) return place;
    }
  return { x: 0, y: bottom, width: wide, height };
}

/**
 * The first place with room for a new panel, with the rest of its gap where that is too low or too narrow for another panel of its
 * size: what is beside it or below it does not leave a hole.
 */
export function filledPlace(panels: readonly Placed[], size: PanelSize, columns: number): PanelPlace {
  const taken = panels.map(({ place }) => place);
  const free = freePlace(panels, size, columns);
  const end = free.y + free.height;
  const below = taken.filter((other) => other.y >= end && overlap({ ...free, y: other.y }, other)).map(({ y }) => y);
  const beside = (place: PanelPlace): readonly PanelPlace[] =>
    taken.filter((other) => overlap({ ...place, x: 0, width: columns }, other));
  const row = Math.max(end, ...beside(free).map(({ y, height }) => y + height));
  const high = { ...free, height: filled(free.height, (below.length > 0 ? Math.min(...below) : row) - free.y) };
  const rightOf = beside(high).map(({ x }) => x);
  const right = Math.min(columns, ...rightOf.filter((x) => x >= free.x + free.width));
  return { ...high, width: filled(free.width, right - free.x, size.widthWanted) };
}

/** As much as is wanted, or all there is if another one would not fit into the rest. */
function filled(size: number, room: number, wanted = size): number {
  const most = Math.max(size, Math.min(wanted, room));
  return room > most && room - most < size ? room : most;
}

/** As they are read: from the top, then from the left. */
export function inReadingOrder<Panel extends Placed>(panels: readonly Panel[]): readonly Panel[] {
  return panels.toSorted(({ place: one }, { place: other }) => one.y - other.y || one.x - other.x);
}

/** For who cannot see it. */
export function placeWords({ x, y, width, height }: PanelPlace): string {
  return words.dashboard.panel.place(x + 1, y + 1, width, height);
}

/** Panels in a grid with another number of columns: as wide as before, as far as there is room. */
export function inColumns<Panel extends Placed>(panels: readonly Panel[], columns: number): readonly Panel[] {
  const places = new Map<string, PanelPlace>();
  for (const { id, place } of inReadingOrder(panels))
    places.set(id, freeBelow(within(place, columns), [...places.values()]));
  return panels.map((panel) => ({ ...panel, place: places.get(panel.id) ?? panel.place }));
}

function within({ x, y, width, height }: PanelPlace, columns: number): PanelPlace {
  const wide = between(1, width, columns);
  return {
    x: between(0, x, columns - wide),
    y: between(0, y, ROWS_MAX),
    width: wide,
    height: between(1, height, HEIGHT_MAX),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function freeBelow(place: PanelPlace, taken: readonly PanelPlace[]): PanelPlace {
  let free = place;
  for (;;) {
    const inTheWay = taken.find((other) => overlap(free, other));
    if (inTheWay === undefined) return free;
    free = { ...free, y: inTheWay.y + inTheWay.height };
  }
}

function overlap(one: PanelPlace, other: PanelPlace): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
