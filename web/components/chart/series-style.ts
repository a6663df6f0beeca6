// How series differ: by colour, and once all colours are used, also by dashes, symbols and hatching.
import { FALSE_NAMES, TRUE_NAMES, type CellColor } from "./cell-style.ts";

export interface SeriesStyle {
  readonly color: string;
  /** Lengths of dashes and of the room between them; empty for a whole line. */
  readonly dashes: readonly number[];
  readonly symbol: SeriesSymbol;
  /** Angle of the hatching of areas, in degrees; null for none. */
  readonly hatching: number | null;
}

export type SeriesSymbol = (typeof LOOKS)[number]["symbol"];

/** In order; distinguishable with impaired colour vision. */
const SERIES_COLORS = ["#0b7a82", "#d9822b", "#6a5acd", "#c23b5e", "#3f8f3f", "#8a6d3b", "#2f6fde", "#7a7a7a"];
/** The same colours, light enough for a dark background. */
const COLORS_ON_DARK = ["#3fb8bd", "#e8a35c", "#9d91ec", "#e8718d", "#6fbf6f", "#c2a26c", "#6ea0f2", "#b0b0b0"];
const OTHERWISE = "#7a7a7a";
/** One for each time that the colours are used again. */
const LOOKS = [
  { dashes: [], symbol: "circle", hatching: null },
  { dashes: [7, 4], symbol: "rect", hatching: 45 },
  { dashes: [2, 3], symbol: "triangle", hatching: -45 },
  { dashes: [10, 4, 2, 4], symbol: "diamond", hatching: 0 },
  { dashes: [16, 5], symbol: "pin", hatching: 90 },
] as const;

/** The colours that the author of a view can choose. */
const CHOSEN: Readonly<Record<CellColor, readonly [light: string, onDark: string]>> = {
  red: ["#d33a3a", "#f08585"],
  orange: ["#d9822b", "#e8a35c"],
  yellow: ["#c79a00", "#f0c94a"],
  green: ["#3f8f3f", "#6fbf6f"],
  teal: ["#0b7a82", "#3fb8bd"],
  blue: ["#2f6fde", "#6ea0f2"],
  grape: ["#9a3fb5", "#cf86e0"],
  gray: ["#7a7a7a", "#b0b0b0"],
};

export function seriesColors(isDark: boolean): string[] {
  return [...(isDark ? COLORS_ON_DARK : SERIES_COLORS)];
}

export function chosenColor(color: CellColor, isDark: boolean): string {
  return CHOSEN[color][isDark ? 1 : 0];
}

export function seriesStyle(place: number, isDark: boolean): SeriesStyle {
  const colors = seriesColors(isDark);
  const look = LOOKS[Math.floor(place / colors.length) % LOOKS.length] ?? LOOKS[0];
  return { color: colors[place % colors.length] ?? OTHERWISE, ...look };
}

/** The same colours, those of alarms last: where values have colours by thresholds. */
const CALM_PLACES = [0, 2, 6, 5, 7, 4, 1, 3];

export function calmStyle(place: number, isDark: boolean): SeriesStyle {
  const among = place % CALM_PLACES.length;
  return seriesStyle(place - among + (CALM_PLACES[among] ?? among), isDark);
}

/**
 * A colour for each state, in order of appearance: the chosen one, if there is one. Another state has the same one wherever it is drawn,
 * unless the chart has that or one like it for another. Of those that want the same one, the first by name has it, so that colours stay
 * when the states come in another order.
 */
export function stateColors(
  texts: Iterable<string>,
  isDark: boolean,
  chosen: ReadonlyMap<string, CellColor> = new Map(),
): ReadonlyMap<string, string> {
  const states = [...new Set(texts)];
  const usual = SERIES_COLORS.map((light, place): Shade => ({ light, onDark: COLORS_ON_DARK[place] ?? OTHERWISE }));
  const taken = new Map<string, Shade>();
  for (const text of states) {
    const color = chosen.get(text);
    if (color !== undefined) taken.set(text, { light: CHOSEN[color][0], onDark: CHOSEN[color][1] });
  }
  for (const text of states.filter((state) => !taken.has(state)).toSorted()) {
    const wanted = usualColor(text, usual.length);
    // Gray, which says that nothing is on, comes last where it is not wanted.
    const [hues, gray] = [usual.slice(0, -1), usual.slice(-1)];
    const isGray = wanted === hues.length;
    const inOrder = isGray ? [...gray, ...hues] : [...hues.slice(wanted), ...hues.slice(0, wanted), ...gray];
    const apart = ({ light }: Shade): number =>
      Math.min(DISTINCT_FROM, ...[...taken.values()].map((other) => hueDistance(light, other.light)));
    const farthest = inOrder.reduce((best, one) => (apart(one) > apart(best) ? one : best));
    taken.set(text, farthest);
  }
  return new Map(states.map((text) => [text, taken.get(text)?.[isDark ? "onDark" : "light"] ?? OTHERWISE]));
}

/** A colour on both backgrounds. */
interface Shade {
  readonly light: string;
  readonly onDark: string;
}

/** Degrees of hue. Bands of less difference are taken for one, such as orange and brown: how dark they are says little in a narrow one. */
const DISTINCT_FROM = 25;
const OPPOSITE = 180;
const GRAY_BELOW = 16;

function hueDistance(one: string, other: string): number {
  if (one === other) return 0;
  const [a, b] = [hueOf(one), hueOf(other)];
  // Gray is like no other colour.
  if (a === null || b === null) return OPPOSITE;
  const apart = Math.abs(a - b);
  return Math.min(apart, 2 * OPPOSITE - apart);
}

/** Of a colour as #rrggbb, in degrees; null for gray. */
function hueOf(color: string): number | null {
  const number = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [number >> 16, (number >> 8) & 255, number & 255];
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < GRAY_BELOW) return null;
  const sixth =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return (60 * sixth + 360) % 360;
}

/** Of the band of a state, whose text must stay readable. */
export function stateOpacity(isDark: boolean): number {
  return isDark ? 0.55 : 0.42;
}

function usualColor(text: string, colors: number): number {
  if (TRUE_NAMES.includes(text)) return 0;
  if (FALSE_NAMES.includes(text)) return colors - 1;
  let hash = 7;
  for (const character of text.slice(0, 200)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % (colors - 1);
}
