// JSON of a person or program becomes a view: complete, consistent, with every default written out, or the list of all that
// is wrong with it. Source: analytics contract 2.
import type { TenantId } from "../../ids.ts";
import { writeJson } from "../../../lib/json.ts";
import { checkView, warningsOf } from "./check-view.ts";
import { openAggregations } from "./open-aggregations.ts";
import { ObjectReader } from "./object-reader.ts";
import { parseFields } from "./parse-fields.ts";
import { parseFilters } from "./parse-filters.ts";
import {
  parseCompare,
  parseGaps,
  parseGrouping,
  parseLimit,
  parseNulls,
  parseOptions,
  parseSort,
} from "./parse-rows.ts";
import { parseScope, parseSharing, resolveScope } from "./parse-scope.ts";
import { defaultRange, parseTimeRange } from "./parse-time-range.ts";
import type { TimeRange, ViewDefinition } from "./table-view.ts";
import { viewJson } from "./view-json.ts";
import { parseVisualization } from "./visualization.ts";
import type { ViewDirectory } from "./view-directory.ts";
import type { ViewProblem } from "./view-problems.ts";
import { ViewProblems } from "./view-problems.ts";

const VIEW_BYTES_MAX = 262_144;
const NAME_MAX = 255;
const DESCRIPTION_MAX = 4_000;
const FOLDER_DEPTH_MAX = 8;
const FOLDER_PART_MAX = 128;
const TAGS_MAX = 20;
const TAG_MAX = 64;
/** What the server writes; ignored in what it is sent, so that a view can be sent back as it was read. */
const SERVER_MEMBERS = ["id", "revision", "owner", "createdTime", "updatedTime", "updatedBy", "links"];

export interface ViewContext {
  readonly tenantId: TenantId;
  readonly directory: ViewDirectory;
  /** Written into a time range that names no zone: the author's or the tenant's, or "UTC". */
  readonly zone: string;
  /** Most rows a report may be asked for: `REPORT_MAX_ROWS`. */
  readonly rowsMax: number;
}

export type ParsedView =
  | { readonly view: ViewDefinition; readonly warnings: readonly ViewProblem[] }
  | { readonly errors: readonly ViewProblem[] };

/**
 * `json` is a parsed body. Asks the directory once for each kind of thing that the view names; rejects only if that does.
 * Names of views are unique in their folder, which is the business of whoever keeps them.
 */
export async function parseView(json: unknown, context: ViewContext): Promise<ParsedView> {
  const problems = new ViewProblems();
  if (!isObject(json) || sizeOf(authored(json)) > VIEW_BYTES_MAX) {
    problems.add("/", "VIEW_INVALID", "The view must be a JSON object of at most 256 KiB.");
    return { errors: problems.list };
  }
  const parts = readParts(new ObjectReader(json, "", problems, "VIEW_INVALID"), context);
  const { scope: scopeDraft, sharing, fields: drafts, ...rest } = parts;
  const [scope, fields] = await Promise.all([
    resolveScope(scopeDraft, sharing.customers, context.tenantId, context.directory, problems),
    openAggregations(drafts, context.tenantId, context.directory),
  ]);
  const view: ViewDefinition = { ...rest, scope, sharing: sharing.sharing, fields };
  checkView(view, drafts, problems);
  checkSize(view, problems);
  return problems.isEmpty ? { view, warnings: warningsOf(view) } : { errors: problems.list };
}

/** Everything that needs no directory. */
function readParts(view: ObjectReader, context: ViewContext) {
  for (const name of SERVER_MEMBERS) view.any(name);
  view.integer("schemaVersion", 1, 1);
  const about = {
    name: parseName(view),
    description: view.text("description", DESCRIPTION_MAX) ?? "",
    folder: parseFolder(view),
    tags: parseTags(view),
    schemaVersion: 1 as const,
  };
  const timeRange = parseRange(view, context.zone);
  const grouping = parseGrouping(view);
  const fields = parseFields(view, { isRaw: grouping.mode === "raw", calendar: timeRange });
  const shown = fields.map(({ field }) => field);
  const measures = shown.filter(({ kind, hidden }) => kind === "measure" && !hidden).map(({ id }) => id);
  const parts = {
    ...about,
    sharing: parseSharing(view),
    scope: parseScope(view),
    timeRange,
    fields,
    filters: parseFilters(view),
    grouping,
    gaps: parseGaps(view),
    sort: parseSort(view),
    limit: parseLimit(view, context.rowsMax),
    nulls: parseNulls(view),
    compare: parseCompare(view, measures),
    options: parseOptions(view),
    visualization: parseVisualization(view, shown),
  };
  view.finish();
  return parts;
}

function isObject(json: unknown): json is object {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Without what the server has added, so that a view that was read is no larger than it was when it was sent. */
function authored(json: object): object {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !SERVER_MEMBERS.includes(name)));
}

function sizeOf(json: object): number {
  return Buffer.byteLength(writeJson(json));
}

/** A view is kept with its defaults, and parsed again for each run: what is kept has to be a view, too. */
function checkSize(view: ViewDefinition, problems: ViewProblems): void {
  const bytes = problems.isEmpty ? sizeOf(viewJson(view)) : 0;
  if (bytes <= VIEW_BYTES_MAX) return;
  const found = `with every default written out it has ${String(bytes)} bytes`;
  problems.add("/", "VIEW_INVALID", `The view must be a JSON object of at most 256 KiB; ${found}.`);
}

function parseName(view: ObjectReader): string {
  const json = view.any("name");
  const name = typeof json === "string" && json.isWellFormed() ? json.trim() : "";
  if (name.length >= 1 && name.length <= NAME_MAX) return name;
  view.problem("name", "A view needs a name of 1 to 255 characters.", "NAME_REQUIRED");
  return "";
}

function parseFolder(view: ObjectReader): string {
  const text = view.text("folder", FOLDER_DEPTH_MAX * (FOLDER_PART_MAX + 1)) ?? "";
  if (text.trim() === "") return "";
  const parts = text.split("/").map((part) => part.trim());
  if (parts.length > FOLDER_DEPTH_MAX || parts.some((part) => part === "" || part.length > FOLDER_PART_MAX))
    view.problem(
      "folder",
      `A folder has 1 to ${String(FOLDER_DEPTH_MAX)} parts of 1 to ${String(FOLDER_PART_MAX)} characters, joined by "/".`,
    );
  return parts.join("/");
}

function parseTags(view: ObjectReader): readonly string[] {
  const tags = (view.list("tags", TAGS_MAX) ?? []).flatMap((json) => {
    const tag = typeof json === "string" && json.isWellFormed() ? json.trim() : "";
    if (tag.length >= 1 && tag.length <= TAG_MAX) return [tag];
    view.problem("tags", `A tag is a text of 1 to ${String(TAG_MAX)} characters.`);
    return [];
  });
  return [...new Set(tags)];
}

function parseRange(view: ObjectReader, zone: string): TimeRange {
  const range = view.object("timeRange", "RANGE_INVALID");
  const otherwise = defaultRange(zone);
  return range === undefined ? otherwise : parseTimeRange(range, otherwise);
}
