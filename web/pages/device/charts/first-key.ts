// The key of a chart before one has been chosen. The first by name often is a place or a number that stays the same.
import { LATITUDE, LONGITUDE } from "../../dashboard/coordinates.ts";

export interface KnownKey {
  readonly key: string;
  readonly isNumber: boolean;
  /** Whether its newest values differ. */
  readonly isChanging: boolean;
}

/** A number that changes and is no coordinate; if there is none, any number that is no coordinate, any number, any key. The first each. */
export function firstKey(keys: readonly KnownKey[]): string | undefined {
  const numbers = keys.filter(({ isNumber }) => isNumber);
  const measured = numbers.filter(({ key }) => !LATITUDE.test(key) && !LONGITUDE.test(key));
  const found = measured.find(({ isChanging }) => isChanging) ?? measured[0] ?? numbers[0] ?? keys[0];
  return found?.key;
}
