// The keys of a device profile as rows of its form, and in the data that is saved.
import { isObject } from "../../../src/lib/members.ts";
import { orNull } from "../../components/form.tsx";

export interface KeyRow {
  /** Stays while other rows come and go. */
  readonly id: number;
  readonly key: string;
  /** Empty for none. */
  readonly unit: string;
  readonly decimals: number | null;
}

/** None if something else is stored as the keys, which the platform says in a warning. */
export function keyRows(stored: unknown): readonly KeyRow[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown, id) => {
    const { key, unit, decimals } = isObject(entry) ? entry : {};
    if (typeof key !== "string") return [];
    return [
      { id, key, unit: typeof unit === "string" ? unit : "", decimals: typeof decimals === "number" ? decimals : null },
    ];
  });
}

export function newKeyRow(rows: readonly KeyRow[]): KeyRow {
  return { id: 1 + Math.max(-1, ...rows.map(({ id }) => id)), key: "", unit: "", decimals: null };
}

/** What is saved: something else that is stored stays until somebody adds a key. */
export function savedKeys(rows: readonly KeyRow[], stored: unknown): unknown {
  if (rows.length === 0 && keyRows(stored).length === 0) return stored;
  return rows.map(({ key, unit, decimals }) => ({ key, unit: orNull(unit), decimals }));
}
