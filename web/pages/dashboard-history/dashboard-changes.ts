// What a save of a dashboard has changed, in words.
import { entryChanges, isSame, quotedName, wordChange, type Entry } from "../../components/revision-changes.ts";
import { words } from "../../words/words.ts";
import {
  configurationOf,
  filterLabel,
  refreshWords,
  type Configuration,
  type DashboardFilter,
  type DashboardPanel,
} from "../dashboard/configuration.ts";
import { distinctName } from "../dashboard/panel-kinds.ts";
import { savedRangeWords } from "../view/range-words.ts";

const WORDS = words.dashboardHistory.changes;

export interface SavedState {
  readonly title: string;
  readonly configuration: unknown;
}

/** One line for each thing that differs, panels first; empty if nothing does. */
export function dashboardChanges(before: SavedState, after: SavedState): readonly string[] {
  const title = wordChange(WORDS.title, quotedName(before.title), quotedName(after.title));
  const [was, is] = [configurationOf(before.configuration), configurationOf(after.configuration)];
  if (was !== null && is !== null) return [...configurationChanges(was, is), ...title];
  return isSame(before.configuration, after.configuration) ? title : [WORDS.foreign, ...title];
}

function configurationChanges(before: Configuration, after: Configuration): readonly string[] {
  const range = wordChange(WORDS.timeRange, savedRangeWords(before.timeRange), savedRangeWords(after.timeRange));
  return [
    ...entryChanges(WORDS.panels, before.panels.map(panelEntry), after.panels.map(panelEntry)),
    ...entryChanges(WORDS.filters, before.filters.map(filterEntry), after.filters.map(filterEntry)),
    // Two ranges may have the same words, such as two fixed times.
    ...(range.length > 0 || isSame(before.timeRange, after.timeRange) ? range : [WORDS.otherTimeRange]),
    ...wordChange(WORDS.refresh, refreshWords(before.refresh), refreshWords(after.refresh)),
    ...(isSame(before.grid, after.grid) ? [] : [WORDS.grid]),
  ];
}

function panelEntry(panel: DashboardPanel): Entry {
  const { place, ...content } = panel;
  return { id: panel.id, name: distinctName(panel), content, place };
}

function filterEntry(filter: DashboardFilter): Entry {
  return { id: filter.name, name: filterLabel(filter), content: filter };
}
