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

/**
 * A colour for each state, in order of appearance. A state has the same one wherever it is drawn, unless another state
 * of the same chart has taken it.
 */
export function stateColors(texts: Iterable<string>, isDark: boolean): ReadonlyMap<string, string> {
  const colors = seriesColors(isDark);
  const taken = new Map<string, number>();
  for (const text of new Set(texts)) {
    const wanted = usualColor(text, colors.length);
    const free = colors.map((_, step) => (wanted + step) % colors.length);
    taken.set(text, free.find((place) => ![...taken.values()].includes(place)) ?? wanted);
  }
  return new Map([...taken].map(([text, place]) => [text, colors[place] ?? OTHERWISE]));
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
