// Units and decimals that the profiles of devices, or panels of a dashboard, give their keys, for another panel that shows one of them.
import { isObject } from "../../../src/lib/members.ts";
import { formatsAmong, NO_FORMATS, type KeyFormats, type ProfileFormats } from "../../components/chart/key-format.ts";
import type { DashboardPanel, KeysSource } from "../dashboard/configuration.ts";
import { withoutCoordinates } from "../dashboard/coordinates.ts";
import { isReportKind } from "../dashboard/panel-kinds.ts";
import { panelOptions, type KeyStyleDraft, type PanelOptionsDraft } from "../dashboard/panel-options.ts";

/** Keys that a panel of another kind can show too. */
export function shownKeys({ kind, source, options }: DashboardPanel): readonly string[] {
  // Keys of panels that act on a device are attributes.
  if (source?.type !== "keys" || !isReportKind(kind)) return [];
  return kind === "map" ? withoutCoordinates(source.keys, panelOptions(options)) : source.keys;
}

export interface KnownFrom {
  readonly others: readonly DashboardPanel[];
  /** Of the panel's devices, as far as that is known. */
  readonly profiles: readonly ProfileFormats[];
}

/**
 * The panel with the units that others give its keys, else the units and decimals of the profiles of its devices, as far as the keys were
 * not there `before`. A unit that it has for keys that are known by it belongs to these keys alone.
 */
export function withKnownUnits(panel: DashboardPanel, before: readonly string[], from: KnownFrom): DashboardPanel {
  const keys = shownKeys(panel);
  if (panel.kind === "stateTimeline" || keys.join("\n") === before.join("\n")) return panel;
  const known = knownFormats(panel, from);
  const change = { keys, before };
  return {
    ...panel,
    options: withKnown(withKnown(panel.options, "unit", known.units, change), "decimals", known.decimals, change),
  };
}

type Known<Member extends "unit" | "decimals"> = ReadonlyMap<string, NonNullable<KeyStyleDraft[Member]>>;

interface Change {
  readonly keys: readonly string[];
  readonly before: readonly string[];
}

function withKnown<Member extends "unit" | "decimals">(
  options: PanelOptionsDraft,
  member: Member,
  known: Known<Member>,
  { keys, before }: Change,
): PanelOptionsDraft {
  const { [member]: present, byKey = [], ...rest } = options;
  const isOffered = before.length > 0 && before.every((key) => known.get(key) === present);
  const common = isOffered ? undefined : present;
  const ownOf = (key: string): KeyStyleDraft => byKey.find((style) => style.key === key) ?? { key };
  const news = new Map(
    keys.flatMap((key) => {
      const found = known.get(key);
      const isNew = isOffered || !before.includes(key);
      return isNew && found !== undefined && found !== common && ownOf(key)[member] === undefined ? [[key, found]] : [];
    }),
  );
  const [first] = news.values();
  const isOfAll = common === undefined && news.size === keys.length && new Set(news.values()).size === 1;
  const styles = keys.flatMap((key) => {
    const found = isOfAll ? undefined : news.get(key);
    const own = byKey.filter((style) => style.key === key);
    return found === undefined ? own : [{ ...ownOf(key), [member]: found }];
  });
  return {
    ...rest,
    ...(isOfAll ? { [member]: first } : common === undefined ? {} : { [member]: common }),
    ...(styles.length === 0 ? {} : { byKey: styles }),
  };
}

/** By key; the first panel that has a unit decides. Decimals are those of a unit, so another one than the profile's has none. */
function knownFormats(
  panel: DashboardPanel,
  { others, profiles }: KnownFrom,
): { readonly units: Known<"unit">; readonly decimals: Known<"decimals"> } {
  const ofProfiles = formatsOf(panel, profiles);
  const ofPanels = others.flatMap((other) => {
    const { unit, byKey } = panelOptions(other.options);
    return shownKeys(other).flatMap((key) => {
      const own = byKey.find((style) => style.key === key)?.unit ?? unit;
      return own === null ? [] : [[key, own] as const];
    });
  });
  const units = new Map([
    ...[...ofProfiles].flatMap(([key, { unit }]) => (unit === "" ? [] : [[key, unit] as const])),
    ...ofPanels.toReversed(),
  ]);
  const decimals = [...ofProfiles].flatMap(([key, format]) => {
    const isOfUnit = (units.get(key) ?? "") === format.unit;
    return format.decimals === null || !isOfUnit ? [] : [[key, format.decimals] as const];
  });
  return { units, decimals: new Map(decimals) };
}

/** A count of temperatures is no temperature. */
function formatsOf({ source }: DashboardPanel, profiles: readonly ProfileFormats[]): KeyFormats {
  if (source?.type !== "keys" || source.aggregation === "count") return NO_FORMATS;
  return formatsAmong(profiles, profilesOfSource(source));
}

/** The names of their profiles; null if it may be any. Those of devices that are chosen one by one are looked up. */
export function profilesOfSource({ filter }: Pick<KeysSource, "filter">): readonly string[] | null {
  const types = isObject(filter) ? filter["deviceTypes"] : null;
  return Array.isArray(types) ? types.map(String) : null;
}
