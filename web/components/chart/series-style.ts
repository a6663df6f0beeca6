// How series differ: by colour, and by dashes once all colours are used.

export interface SeriesStyle {
  readonly color: string;
  readonly dashes: "solid" | "dashed" | "dotted";
}

/** In order; distinguishable with impaired colour vision. */
const SERIES_COLORS = ["#0b7a82", "#d9822b", "#6a5acd", "#c23b5e", "#3f8f3f", "#8a6d3b", "#2f6fde", "#7a7a7a"];
/** The same colours, light enough for a dark background. */
const COLORS_ON_DARK = ["#3fb8bd", "#e8a35c", "#9d91ec", "#e8718d", "#6fbf6f", "#c2a26c", "#6ea0f2", "#b0b0b0"];
const DASHES = ["solid", "dashed", "dotted"] as const;

export function seriesColors(isDark: boolean): string[] {
  return [...(isDark ? COLORS_ON_DARK : SERIES_COLORS)];
}

export function seriesStyle(place: number, isDark: boolean): SeriesStyle {
  const colors = seriesColors(isDark);
  return {
    color: colors[place % colors.length] ?? "#7a7a7a",
    dashes: DASHES[Math.floor(place / colors.length) % DASHES.length] ?? "solid",
  };
}

/** The same state always has the same colour, whichever other states there are. */
export function stateColor(text: string, isDark: boolean): string {
  const colors = seriesColors(isDark);
  if (text === "true") return colors[0] ?? "#7a7a7a";
  if (text === "false") return colors.at(-1) ?? "#7a7a7a";
  let hash = 7;
  for (const character of text.slice(0, 200)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return colors[hash % (colors.length - 1)] ?? "#7a7a7a";
}
