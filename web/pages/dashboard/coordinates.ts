// What keys of coordinates are usually called, and which of the known keys are such.
import { isNumeric } from "../view-editor/key-words.ts";
import type { KnownKey } from "../view-editor/known-keys.ts";

export interface Coordinates {
  readonly latitude: string;
  readonly longitude: string;
}

/** Alone, or at the end of a name such as `gps_lat`. */
export const LATITUDE = /(^|[._ -])lat(itude)?$/i;
export const LONGITUDE = /(^|[._ -])(lon|lng|long(itude)?)$/i;

/** Of the keys with a usual name, those that most devices have; null without both. */
export function coordinatesIn(known: readonly KnownKey[]): Coordinates | null {
  const [latitude, longitude] = [commonest(known, LATITUDE), commonest(known, LONGITUDE)];
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Of the keys of a map: those that it names, or those with a usual name; null without both. */
export function coordinatesOf(
  keys: readonly string[],
  { latitude, longitude }: { readonly [Name in keyof Coordinates]: string | null },
): Coordinates | null {
  const north = keys.find((key) => (latitude === null ? LATITUDE.test(key) : key === latitude));
  const east = keys.find((key) => (longitude === null ? LONGITUDE.test(key) : key === longitude));
  return north === undefined || east === undefined ? null : { latitude: north, longitude: east };
}

/** What a map shows at its places. */
export function withoutCoordinates(
  keys: readonly string[],
  of: Parameters<typeof coordinatesOf>[1],
): readonly string[] {
  const found = Object.values<string>({ ...coordinatesOf(keys, of) });
  return keys.filter((key) => !found.includes(key));
}

function commonest(known: readonly KnownKey[], usual: RegExp): string | null {
  const named = known.filter((key) => usual.test(key.key) && isNumeric(key));
  return named.toSorted((one, other) => other.devices - one.devices)[0]?.key ?? null;
}
