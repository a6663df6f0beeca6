// How values of a key are written: in the unit and with the decimals that device profiles give it.
import type { Schema } from "../../api/schemas.ts";
import { figureText, withUnit } from "./figure-text.ts";

export interface KeyFormat {
  /** Empty for none. */
  readonly unit: string;
  /** Null for as many as the value needs. */
  readonly decimals: number | null;
}

/** By key. */
export type KeyFormats = ReadonlyMap<string, KeyFormat>;

export const NO_FORMAT: KeyFormat = { unit: "", decimals: null };
export const NO_FORMATS: KeyFormats = new Map();

export function keyFormats({ keys }: Pick<Schema<"DeviceProfileInfo">, "keys">): KeyFormats {
  return new Map(keys.map(({ key, unit, decimals }) => [key, { unit: unit ?? "", decimals }]));
}

export interface ProfileFormats {
  readonly id: string;
  readonly name: string;
  readonly formats: KeyFormats;
}

/** For devices of the profiles with these ids or names; null for devices of all. */
export function formatsAmong(profiles: readonly ProfileFormats[], named: readonly string[] | null): KeyFormats {
  const those = profiles.filter(({ id, name }) => named === null || named.includes(id) || named.includes(name));
  return commonFormats(those.map(({ formats }) => formats));
}

/** What holds for devices of several profiles: a key has the unit and the decimals on which those that name it agree. */
function commonFormats(profiles: readonly KeyFormats[]): KeyFormats {
  const common = new Map<string, KeyFormat>();
  for (const [key, format] of profiles.flatMap((formats) => [...formats])) {
    const { unit, decimals } = common.get(key) ?? format;
    const isAgreed = unit === format.unit;
    common.set(key, {
      unit: isAgreed ? unit : "",
      decimals: isAgreed && decimals === format.decimals ? decimals : null,
    });
  }
  return common;
}

/** As a column of a view or a panel has it: without what is not set. */
export function formatMembers({ unit, decimals }: KeyFormat): { readonly unit?: string; readonly decimals?: number } {
  return { ...(unit === "" ? {} : { unit }), ...(decimals === null ? {} : { decimals }) };
}

/** Like "21.4 °C". */
export function formattedFigure(value: number, { unit, decimals }: KeyFormat): string {
  return withUnit(figureText(value, decimals), unit);
}
