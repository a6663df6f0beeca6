// Templates of views: each asks for what it cannot know, and builds a view that runs. Source: analytics contract 2.
import { formatMembers, NO_FORMAT, type KeyFormats } from "../../components/chart/key-format.ts";
import { freshId, freshLabel, plainLabel } from "./fields.ts";
import { ownZone } from "./range-words.ts";
import type { FieldDraft, ViewDraft } from "./view-draft.ts";
import type { PictureType } from "./visualization-words.ts";
import { words } from "../../words/words.ts";
import { withCapital } from "../../words/format.ts";

const { templates: texts, made } = words.viewEditor;

export type Question = "keys" | "key" | "by" | "state";

export interface Template {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  /** The picture type of its result. */
  readonly picture: PictureType;
  readonly asks: readonly Question[];
  readonly build: Build;
}

export interface Answers {
  /** At least one if the template asks for keys. */
  readonly keys: readonly string[];
  /** A name such as `entity.name` or `attr.server.building`. */
  readonly by: string;
  /** The value of the state, as text. */
  readonly state: string;
}

/** `formats`: of keys, as profiles of the devices have them. */
type Build = (answers: Answers, formats: KeyFormats) => ViewDraft;

const MEASURES_MAX = 8;
const NAME_MAX = 255;

export const TEMPLATES: readonly Template[] = [
  {
    id: "latest",
    ...texts.latest,
    picture: "table",
    asks: ["keys"],
    build: ({ keys }, formats) => ({
      ...named(texts.latest.title, "last30Days"),
      fields: [device, ...measures(keys, { fn: "latest" }, { others: [device], formats })],
      grouping: { mode: "perEntity" },
      visualization: { type: "table" },
    }),
  },
  {
    id: "hourly",
    ...texts.hourly,
    picture: "line",
    asks: ["keys", "by"],
    build: ({ keys, by }, formats) => {
      const groups = [group(by), bucket("hour", made.hour)];
      const figures = measures(keys, { fn: "avg" }, { others: groups, formats });
      return {
        ...named(made.hourly(keys.join(", ")), "last7Days"),
        fields: [...groups, ...figures],
        visualization: { type: "line", x: "time", y: figures.map(({ id }) => id), series: "group" },
      };
    },
  },
  {
    id: "consumption",
    ...texts.consumption,
    picture: "stackedBar",
    asks: ["key", "by"],
    build: ({ keys, by }, formats) => {
      const groups = [group(by), bucket("day", made.day)];
      const figures = measures(keys.slice(0, 1), { fn: "increase" }, { others: groups, formats });
      return {
        ...named(made.consumption(wordOf(by)), "last30Days"),
        fields: [...groups, ...figures],
        grouping: { totals: "grand" },
        visualization: { type: "stackedBar", x: "time", y: figures.map(({ id }) => id), series: "group" },
      };
    },
  },
  {
    id: "state",
    ...texts.state,
    picture: "bar",
    asks: ["key", "state"],
    build: ({ keys: [key = ""], state }) => ({
      ...named(made.state(key, state), "last7Days"),
      fields: [
        device,
        {
          id: "share",
          label: plainLabel(made.isState(key, state)),
          unit: "%",
          decimals: 1,
          source: { type: "telemetry", key },
          aggregation: { fn: "durationPercent", state: `value == ${literal(state)}` },
        },
      ],
      sort: [{ field: "share", direction: "desc" }],
      visualization: { type: "bar", x: "device", y: ["share"] },
    }),
  },
  {
    id: "top",
    ...texts.top,
    picture: "bar",
    asks: ["key", "by"],
    build: ({ keys, by }, formats) => {
      const groups = [group(by)];
      const figures = measures(keys.slice(0, 1), { fn: "avg" }, { others: groups, formats });
      const [first] = figures;
      return {
        ...named(made.top(keys[0] ?? ""), "last7Days"),
        fields: [...groups, ...figures],
        sort: [{ field: first?.id ?? "", direction: "desc" }],
        limit: { top: { n: 10, by: first?.id ?? "", direction: "desc", others: true, othersLabel: made.allOthers } },
        visualization: { type: "bar", x: "group", y: figures.map(({ id }) => id) },
      };
    },
  },
  {
    id: "week",
    ...texts.week,
    picture: "heatMap",
    asks: ["key"],
    build: ({ keys }, formats) => {
      const parts: readonly FieldDraft[] = [
        { id: "hour", label: made.hour, source: { type: "timePart", part: "hourOfDay" } },
        {
          id: "weekday",
          label: made.day,
          source: { type: "timePart", part: "dayOfWeek" },
          format: { labels: made.weekdays },
        },
      ];
      const figures = measures(keys.slice(0, 1), { fn: "avg" }, { others: parts, formats });
      return {
        ...named(made.week(keys[0] ?? ""), "last30Days"),
        fields: [...parts, ...figures],
        visualization: { type: "heatMap", x: "hour", y: ["weekday"], value: figures[0]?.id },
      };
    },
  },
  {
    id: "silent",
    ...texts.silent,
    picture: "table",
    asks: [],
    build: () => ({
      ...named(texts.silent.title, "last24Hours"),
      fields: [
        { id: "profile", label: made.profile, source: { type: "entity", field: "profile" } },
        device,
        { id: "active", label: made.active, source: { type: "entity", field: "active" } },
        { id: "seen", label: made.lastSeen, source: { type: "entity", field: "lastActivityTime" } },
      ],
      sort: [{ field: "seen", direction: "asc", missing: "first" }],
      visualization: { type: "table" },
    }),
  },
];

/** The initial view without a template. */
export function blankView(): ViewDraft {
  return { ...named("", "last7Days"), fields: [], visualization: { type: "table" } };
}

const device: FieldDraft = { id: "device", label: made.device, source: { type: "entity", field: "name" } };

function named(name: string, preset: "last24Hours" | "last7Days" | "last30Days"): ViewDraft {
  return { name: name.slice(0, NAME_MAX), timeRange: { type: "preset", preset, timezone: ownZone() } };
}

function group(by: string): FieldDraft {
  return { id: "group", label: headingOf(by), source: sourceOf(by) };
}

function bucket(unit: "hour" | "day", label: string): FieldDraft {
  return { id: "time", label, source: { type: "timeBucket", bucket: unit } };
}

type Figure = FieldDraft & { readonly id: string };

interface Beside {
  readonly others: readonly FieldDraft[];
  readonly formats: KeyFormats;
}

/** With names that differ from those of the other columns, and the units and decimals of their keys. */
function measures(
  keys: readonly string[],
  aggregation: FieldDraft["aggregation"],
  { others, formats }: Beside,
): readonly Figure[] {
  const figures: Figure[] = [];
  for (const key of keys.slice(0, MEASURES_MAX)) {
    const taken = { fields: [...others, ...figures] };
    figures.push({
      id: freshId(key, taken),
      label: freshLabel(key, taken),
      source: { type: "telemetry", key },
      aggregation,
      ...formatMembers(formats.get(key) ?? NO_FORMAT),
    });
  }
  return figures;
}

const ATTRIBUTE = /^attr\.(\w+)\.(.+)$/s;
const SCOPES = ["client", "shared", "server"] as const;

const FIELDS = ["name", "profile", "customer", "gateway"] as const;

type GroupSource =
  | { readonly type: "attribute"; readonly scope: (typeof SCOPES)[number]; readonly key: string }
  | { readonly type: "entity"; readonly field: (typeof FIELDS)[number] };

/** The source for `entity.name` or `attr.server.building`. */
function sourceOf(by: string): GroupSource {
  const [, named, key] = ATTRIBUTE.exec(by) ?? [];
  const scope = SCOPES.find((known) => known === named);
  if (scope !== undefined && key !== undefined) return { type: "attribute", scope, key };
  return { type: "entity", field: FIELDS.find((name) => by === `entity.${name}`) ?? "name" };
}

function wordOf(by: string): string {
  const source = sourceOf(by);
  return source.type === "attribute" ? source.key : made.groups[source.field];
}

function headingOf(by: string): string {
  const word = wordOf(by);
  return plainLabel(withCapital(word));
}

/** The state as a literal in a formula. */
function literal(state: string): string {
  if (state === "true" || state === "false") return state;
  const number = Number(state);
  if (state.trim() !== "" && String(number) === state) return state;
  return `"${state.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
