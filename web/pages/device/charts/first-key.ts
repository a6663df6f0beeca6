// The key of a chart before one has been chosen. The first by name often is a place or a number that stays the same.
import { LATITUDE, LONGITUDE } from "../../dashboard/coordinates.ts";
import { isUpdateKey } from "../update-keys.ts";

export interface KnownKey {
  readonly key: string;
  readonly isNumber: boolean;
  /** Whether its newest values differ. */
  readonly isChanging: boolean;
}

/**
 * A number that changes and is no coordinate; if there is none, any number that is no coordinate, any number, any key. The first each. What
 * tells of updates is chosen only of a device that sends nothing else.
 */
export function firstKey(keys: readonly KnownKey[]): string | undefined {
  const own = keys.filter(({ key }) => !isUpdateKey(key));
  const numbers = own.filter(({ isNumber }) => isNumber);
  const measured = numbers.filter(({ key }) => !LATITUDE.test(key) && !LONGITUDE.test(key));
  const found = measured.find(({ isChanging }) => isChanging) ?? measured[0] ?? numbers[0] ?? own[0] ?? keys[0];
  return found?.key;
}
