// The saved range of a view in words. Source: analytics contract 2.9.

type SavedRange = Readonly<Record<string, unknown>>;

/** As "last 7 days", "this month", "last 3 weeks" or "a fixed time". */
export function savedRangeWords({ type, preset, amount, unit, from, to }: SavedRange): string {
  if (type === "preset" && typeof preset === "string") return presetWords(preset);
  if (type === "rolling" && typeof amount === "number" && typeof unit === "string")
    return amount === 1 ? `last ${unit}` : `last ${amount} ${unit}s`;
  if (type === "expression" && typeof from === "string" && typeof to === "string") return `${from} to ${to}`;
  return "a fixed time";
}

/** `last7Days` as "last 7 days". */
function presetWords(preset: string): string {
  return preset
    .replace(/([0-9]+|[A-Z])/g, " $1")
    .toLowerCase()
    .trim();
}
