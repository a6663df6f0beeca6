// A scale of colours from the least to the most of some numbers, as points of a map and cells of a pivot table have it.
import type { ChartOptions } from "./chart-options.ts";

export interface ColorScale {
  readonly min: number;
  readonly max: number;
  /** From the least to the most, as `#rrggbb`, at even distances. */
  readonly colors: readonly string[];
}

/** Of one colour, in which the most stands out from the ground. */
export function colorsOfOne(isDark: boolean): readonly string[] {
  return isDark ? ["#173d40", "#2aa2a5", "#d3f4f2"] : ["#d3eded", "#2aa2a5", "#075d63"];
}

const BLUE_TO_RED = ["#2f6fc4", "#d2c9b8", "#d33a3a"];

/** Of the values, where the ends are not set; null without a scale, or without values. */
export function colorScale(options: ChartOptions, values: readonly number[], isDark: boolean): ColorScale | null {
  const { colorScale: chosen } = options;
  if (chosen === null || values.length === 0) return null;
  const colors = chosen === "blueRed" ? BLUE_TO_RED : colorsOfOne(isDark);
  const min = options.min ?? values.reduce((least, value) => Math.min(least, value), Infinity);
  const max = options.max ?? values.reduce((most, value) => Math.max(most, value), -Infinity);
  // An end that is set may lie beyond all values.
  return { min: Math.min(min, max), max: Math.max(min, max), colors };
}

/** That of the nearest end for a value outside. */
export function scaledColor({ min, max, colors }: ColorScale, value: number): string {
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0.5;
  const at = share * (colors.length - 1);
  const below = Math.min(Math.floor(at), colors.length - 2);
  const [from, to] = [channelsOf(colors[below]), channelsOf(colors[below + 1])];
  const mixed = from.map((channel, place) => Math.round(channel + (at - below) * ((to[place] ?? 0) - channel)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channelsOf(color = "#000000"): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
