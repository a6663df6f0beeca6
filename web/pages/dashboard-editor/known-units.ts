// Units that panels of a dashboard give their keys, for another panel that shows one of them.
import type { DashboardPanel } from "../dashboard/configuration.ts";
import { withoutCoordinates } from "../dashboard/coordinates.ts";
import { isReportKind } from "../dashboard/panel-kinds.ts";
import { panelOptions, type KeyStyleDraft, type PanelOptionsDraft } from "../dashboard/panel-options.ts";

/** Keys that a panel of another kind can show too. */
export function shownKeys({ kind, source, options }: DashboardPanel): readonly string[] {
  // Keys of panels that act on a device are attributes.
  if (source?.type !== "keys" || !isReportKind(kind)) return [];
  return kind === "map" ? withoutCoordinates(source.keys, panelOptions(options)) : source.keys;
}

/**
 * The panel with the units that others give its keys, as far as the keys were not there `before`. A unit that it has for keys that
 * others know by it belongs to these keys alone.
 */
export function withKnownUnits(
  panel: DashboardPanel,
  before: readonly string[],
  others: readonly DashboardPanel[],
): DashboardPanel {
  const keys = shownKeys(panel);
  if (panel.kind === "stateTimeline" || keys.join("\n") === before.join("\n")) return panel;
  const options: PanelOptionsDraft = panel.options;
  const { unit, byKey = [], ...rest } = options;
  const known = knownUnits(others);
  const isOffered = before.length > 0 && before.every((key) => known.get(key) === unit);
  const common = isOffered ? undefined : unit;
  const ownOf = (key: string): KeyStyleDraft => byKey.find((style) => style.key === key) ?? { key };
  const news = new Map(
    keys.flatMap((key) => {
      const found = known.get(key);
      const isNew = isOffered || !before.includes(key);
      return isNew && found !== undefined && found !== common && ownOf(key).unit === undefined ? [[key, found]] : [];
    }),
  );
  const [first] = news.values();
  const isOfAll = common === undefined && news.size === keys.length && new Set(news.values()).size === 1;
  const styles = keys.flatMap((key) => {
    const found = isOfAll ? undefined : news.get(key);
    const own = byKey.filter((style) => style.key === key);
    return found === undefined ? own : [{ ...ownOf(key), unit: found }];
  });
  return {
    ...panel,
    options: {
      ...rest,
      ...(isOfAll ? { unit: first } : common === undefined ? {} : { unit: common }),
      ...(styles.length === 0 ? {} : { byKey: styles }),
    },
  };
}

/** By key; the first panel that has one decides. */
function knownUnits(panels: readonly DashboardPanel[]): ReadonlyMap<string, string> {
  const found = panels.flatMap((panel) => {
    const { unit, byKey } = panelOptions(panel.options);
    return shownKeys(panel).flatMap((key) => {
      const own = byKey.find((style) => style.key === key)?.unit ?? unit;
      return own === null ? [] : [[key, own] as const];
    });
  });
  return new Map(found.toReversed());
}
