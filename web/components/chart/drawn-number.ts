// Values that charts accept as numbers: numbers, and texts that spell one, as on the platform.
import { spelledNumber } from "../../../src/lib/spelled-number.ts";

/** Null for values that have no place on a numeric axis. */
export function drawnNumber(value: unknown): number | null {
  if (typeof value === "string") return spelledNumber(value);
  return typeof value === "number" ? value : null;
}
