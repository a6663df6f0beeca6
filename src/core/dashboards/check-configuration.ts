// Checks the configuration of a dashboard. It is kept as it was sent: one of another platform without a look inside, our own if
// it fits its schema, so that whoever reads it later can rely on that.
import { defaultRange, completeRange } from "../analytics/view/parse-time-range.ts";
import { ViewProblems, type ViewCode } from "../analytics/view/view-problems.ts";
import type { JsonObject } from "../devices/device.ts";
import { invalid, type DomainError } from "../errors.ts";
import { quote } from "../problems.ts";
import { SchemaReader } from "../schema-reader.ts";
import { JsonError, parseJson, writeJson } from "../../lib/json.ts";
import {
  CONFIGURATION_FORM,
  ConfigurationSchema,
  type DashboardConfiguration,
  type Panel,
} from "./configuration-schema.ts";
import { OPTIONS_OF_KINDS, PLAN_IMAGE } from "./panel-options-schema.ts";

/**
 * Bytes of a configuration as JSON: together with the largest image it fits into one body, of which
 * `http.entityPayloadBytesMax` allows 1 MiB by default.
 */
export const CONFIGURATION_BYTES_MAX = 786_432;

/** Those that an error tells; more of them tell nothing new. */
const PROBLEMS_SHOWN_MAX = 10;
/** The problems of time ranges have codes of views; of a dashboard, only the sentences are shown. */
const CODE: ViewCode = "VIEW_INVALID";

/** Returns it unchanged. Throws `invalid` with the problems of our own, and for one that is too long. */
export function checkConfiguration(configuration: JsonObject | null): JsonObject | null {
  if (configuration === null) return null;
  const bytes = Buffer.byteLength(writeJson(configuration));
  if (bytes > CONFIGURATION_BYTES_MAX)
    throw invalid(`configuration may have ${String(CONFIGURATION_BYTES_MAX)} bytes as JSON, got ${String(bytes)}`);
  if (Object.hasOwn(configuration, "bridgehead")) checkOwn(configuration);
  return configuration;
}

/** Our own, complete with the defaults. Throws `invalid` for any other. */
export function ownConfiguration(configuration: JsonObject | null): DashboardConfiguration {
  if (configuration === null || !Object.hasOwn(configuration, "bridgehead"))
    throw invalid("the configuration of the dashboard is not of this platform: it has no member bridgehead");
  return checkOwn(configuration);
}

function checkOwn(configuration: JsonObject): DashboardConfiguration {
  const { bridgehead } = configuration;
  // A later form must not be kept unchecked by a node that does not know it.
  if (bridgehead !== CONFIGURATION_FORM)
    throw invalid(
      `configuration.bridgehead must be ${String(CONFIGURATION_FORM)}, the form that this version knows, got ${quote(bridgehead)}`,
    );
  const problems = new ViewProblems();
  const read = new SchemaReader<ViewCode>(problems).read(ConfigurationSchema, configuration, CODE);
  problems.endOfStructure();
  if (read !== undefined) checkParts(read, problems);
  if (read === undefined || !problems.isEmpty) throw refusal(problems);
  return read;
}

function checkParts(configuration: DashboardConfiguration, problems: ViewProblems): void {
  const { grid, timeRange, filters, panels } = configuration;
  // The entries of a list that did not fit were left out, so that the places of the others are unknown.
  if (problems.has("/filters") || problems.has("/panels")) return;
  const usual = defaultRange("viewer");
  completeRange(timeRange, usual, "/timeRange", problems);
  requireUnique(
    filters.map(({ name }) => name),
    "name",
    "/filters",
    problems,
  );
  requireUnique(
    panels.map(({ id }) => id),
    "id",
    "/panels",
    problems,
  );
  const names = new Set(filters.map(({ name }) => name));
  for (const [index, panel] of panels.entries()) {
    const pointer = `/panels/${String(index)}`;
    const { place, overrides } = panel;
    const right = place.x + place.width;
    if (right > grid.columns)
      problems.add(
        `${pointer}/place`,
        CODE,
        `The grid has ${String(grid.columns)} columns, and the panel would end at ${String(right)}.`,
      );
    const covered = panels.slice(0, index).find((other) => overlap(other, panel));
    if (covered !== undefined)
      problems.add(`${pointer}/place`, CODE, `The panel lies over the panel ${quote(covered.id)}.`);
    checkSource(panel, `${pointer}/source`, problems);
    checkOptions(panel, `${pointer}/options`, problems);
    if (overrides.timeRange !== null)
      completeRange(overrides.timeRange, usual, `${pointer}/overrides/timeRange`, problems);
    for (const ignored of overrides.filtersIgnored)
      if (!names.has(ignored))
        problems.add(`${pointer}/overrides/filtersIgnored`, CODE, `There is no filter ${quote(ignored)}.`);
  }
}

/** Kinds without a report name their device, so that what they do does not depend on who looks, or on the filter bar. */
const OF_ONE_DEVICE: ReadonlyMap<Panel["kind"], { readonly keys: number; readonly words: string }> = new Map([
  ["attributeSwitch", { keys: 1, words: "one attribute" }],
  ["rpcButton", { keys: 0, words: "nothing" }],
  ["messages", { keys: 0, words: "nothing" }],
]);

/** Kinds that show something without one. */
const NEEDS_NO_SOURCE: ReadonlySet<Panel["kind"]> = new Set(["text", "messages"]);

function checkSource({ kind, source }: Panel, pointer: string, problems: ViewProblems): void {
  const add = (message: string): void => problems.add(pointer, CODE, message);
  if (kind === "text" && source !== null) add("A panel of kind text has no source.");
  if (!NEEDS_NO_SOURCE.has(kind) && source === null) add(`A panel of kind ${kind} needs a source.`);
  if (source?.type === "keys" && (source.deviceIds === null) === (source.filter === null))
    add('A source of keys needs either "deviceIds" or "filter".');
  if (kind === "imagePlan" && source?.type === "view") add("A panel of kind imagePlan shows keys, and no view.");
  const names = OF_ONE_DEVICE.get(kind);
  if (source === null || names === undefined) return;
  const devices = source.type === "keys" ? (source.deviceIds?.length ?? 0) : 0;
  if (devices !== 1) add(`A panel of kind ${kind} names one device in "deviceIds", this one ${String(devices)}.`);
  if (source.type === "keys" && source.keys.length !== names.keys)
    add(`A panel of kind ${kind} names ${names.words} in "keys", this one ${String(source.keys.length)}.`);
}

function checkOptions({ kind, source, options }: Panel, pointer: string, problems: ViewProblems): void {
  const schema = OPTIONS_OF_KINDS[kind];
  if (schema === undefined) return;
  const found = new ViewProblems();
  new SchemaReader<ViewCode>(found).read(schema, options, CODE);
  for (const { pointer: inside, code, message } of found.list)
    problems.add(`${pointer}${inside === "/" ? "" : inside}`, code, message);
  const { params, show, image } = options;
  if (kind === "rpcButton" && typeof params === "string" && params.trim() !== "" && !isJson(params))
    problems.add(`${pointer}/params`, CODE, `The parameters of a call are JSON, not ${quote(params)}.`);
  if (
    kind === "imagePlan" &&
    typeof image === "string" &&
    image !== "" &&
    !found.has("/image") &&
    !PLAN_IMAGE.test(image)
  )
    problems.add(
      `${pointer}/image`,
      CODE,
      `An image is a data URL of PNG, JPEG, WebP or SVG in base64, not ${quote(image)}.`,
    );
  if (kind === "messages" && show === "passing" && source === null)
    problems.add(`${pointer}/show`, CODE, "Messages that pass are those of one device, which the source names.");
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

function requireUnique(names: readonly string[], member: string, pointer: string, problems: ViewProblems): void {
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      problems.add(`${pointer}/${String(index)}/${member}`, CODE, `Another one has ${quote(name)} already.`);
}

function overlap({ place: one }: Panel, { place: other }: Panel): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function refusal(problems: ViewProblems): DomainError {
  const all = problems.list;
  const shown = all.slice(0, PROBLEMS_SHOWN_MAX).map(({ pointer, message }) => {
    const place = pointer === "/" ? "configuration" : `configuration${pointer}`;
    return `${place}: ${message}`;
  });
  const more = all.length - shown.length;
  return invalid([...shown, ...(more > 0 ? [`And ${String(more)} more.`] : [])].join(" "));
}
