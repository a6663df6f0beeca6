// Figures of several runs, and how they are written down.

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN, runs: sorted.length };
}

/** The value that `percent` (0 to 100) of all do not exceed; NaN without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** One line of the results: what was measured, the goal, and whether the median reaches it. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly found: Spread;
  readonly goal?: { readonly relation: "at least" | "at most"; readonly value: number };
}

export function reaches(figure: Figure): boolean | undefined {
  if (figure.goal === undefined) return undefined;
  const { relation, value } = figure.goal;
  return relation === "at least" ? figure.found.median >= value : figure.found.median <= value;
}

export function asTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { found, goal, unit } = figure;
    const reached = reaches(figure);
    const range = found.runs > 1 ? `${amount(found.min)} – ${amount(found.max)}` : "";
    const limit = goal === undefined ? "" : `${goal.relation === "at least" ? "≥" : "≤"} ${amount(goal.value)}`;
    return [
      figure.what,
      `${amount(found.median)} ${unit}`,
      range,
      String(found.runs),
      limit,
      reached === undefined ? "" : reached ? "yes" : "no",
    ];
  });
  const header = ["What", "Median", "Range", "Runs", "Goal", "Reached"];
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function amount(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: 0, maximumFractionDigits: digits });
}
