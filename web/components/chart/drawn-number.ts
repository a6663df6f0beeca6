// What charts take for a number: numbers, and texts that spell one, as the platform does where a number is asked for.
import { spelledNumber } from "../../../src/lib/spelled-number.ts";

/** Null for what has no place on an axis of numbers. */
export function drawnNumber(value: unknown): number | null {
  if (typeof value === "string") return spelledNumber(value);
  return typeof value === "number" ? value : null;
}
