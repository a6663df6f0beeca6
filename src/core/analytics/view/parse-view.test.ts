// What a view may say, what is written out for it, and every way to refuse one. Source: analytics contract 2.
import { expect, test } from "vitest";
import type { CustomerId, DeviceId, TenantId } from "../../ids.ts";
import { newId, parseId } from "../../ids.ts";
import { parseJson } from "../../../lib/json.ts";
import type { ParsedView, ViewContext } from "./parse-view.ts";
import { parseView } from "./parse-view.ts";
import type { Field, FieldId, ViewDefinition } from "./table-view.ts";
import { viewFormulas } from "./view-formulas.ts";
import { viewJson } from "./view-json.ts";
import type { ViewProblem } from "./view-problems.ts";

const TENANT = newId<TenantId>();
const PROFILE = parseId<CustomerId>("01980000-0000-7000-8000-00000000000a", "id");
const KNOWN = parseId<DeviceId>("01980000-0000-7000-8000-00000000000b", "id");
const UNKNOWN = "01980000-0000-7000-8000-00000000000c";

const context: ViewContext = {
  tenantId: TENANT,
  zone: "Europe/Kyiv",
  rowsMax: 100_000,
  directory: {
    profiles: async (tenantId, references) => {
      expect(tenantId).toBe(TENANT);
      return references.map(({ id, name }) =>
        id === PROFILE.toString() || name === "Energy Meter"
          ? { id: parseId(PROFILE, "id"), name: "Energy Meter" }
          : undefined,
      );
    },
    devices: async (_, ids) => new Set(ids.filter((id) => id === KNOWN)),
    customers: async (_, ids) => new Set(ids.filter((id) => id === PROFILE)),
    dataOf: async (_, sources) =>
      sources.map(({ key }) => (key === "words" ? "other" : key === "nobody" ? "unknown" : "number")),
  },
};

const EXAMPLE = `{
  "name": "Building energy, hourly", "folder": "Energy/Reports", "schemaVersion": 1,
  "scope": {"entityType": "DEVICE", "profiles": [{"name": "Energy Meter"}], "where": "attr.server.retired != true"},
  "timeRange": {"type": "preset", "preset": "last7Days", "timezone": "Europe/Berlin", "weekStart": "monday", "delayMs": 60000},
  "fields": [
    {"id": "building", "label": "Building", "kind": "dimension", "source": {"type": "attribute", "scope": "server", "key": "building"}},
    {"id": "hour", "label": "Date", "kind": "time", "source": {"type": "timeBucket", "bucket": "hour", "amount": 1}},
    {"id": "kwh", "label": "energyUsage", "kind": "measure", "unit": "kWh", "decimals": 2, "source": {"type": "telemetry", "key": "kwh"}, "aggregation": {"fn": "increase", "lookbackMs": 86400000, "combine": "sum"}},
    {"id": "temp", "label": "Temperature", "kind": "measure", "unit": "°C", "decimals": 1, "source": {"type": "telemetry", "key": "temp"}, "aggregation": {"fn": "timeWeightedAvg", "method": "locf", "maxGapMs": 3600000}},
    {"id": "running", "label": "Running, h", "kind": "measure", "source": {"type": "telemetry", "key": "status"}, "aggregation": {"fn": "duration", "state": "value == 'run'", "durationUnit": "hour"}},
    {"id": "area", "label": "Area", "kind": "measure", "hidden": true, "source": {"type": "attribute", "scope": "server", "key": "area"}, "aggregation": {"fn": "sum"}},
    {"id": "intensity", "label": "kWh per m2", "kind": "measure", "decimals": 3, "round": true, "source": {"type": "expression", "stage": "group", "expr": "area > 0 ? kwh / area : missing"}}
  ],
  "filters": [
    {"name": "building", "target": {"type": "attribute", "scope": "server", "key": "building"}, "operator": "in", "values": []},
    {"name": "meter", "target": {"type": "entity", "field": "name"}, "operator": "in", "values": [], "emptyMeans": "all"},
    {"name": "minUsage", "target": {"field": "kwh"}, "operator": "gte", "values": [0]}
  ],
  "grouping": {"mode": "grouped", "keepEmptyGroups": false, "missingGroup": "keep", "totals": "none"}, "gaps": {"buckets": "all", "value": "missing"},
  "sort": [{"field": "building", "direction": "asc"}, {"field": "hour", "direction": "asc"}], "limit": {"rows": 10000, "onExceed": "truncate"},
  "nulls": {"encode": "empty", "dropRows": "none"}, "compare": {"to": "previousWeek", "fields": ["kwh"], "show": ["value", "percent"]},
  "options": {"timeoutMs": 30000, "cacheTtlSec": 60, "lateDataMs": 600000}, "visualization": {"type": "line", "x": "hour", "y": ["kwh", "temp"], "series": "building"}
}`;

const NAME = { id: "n", label: "Device", source: { type: "entity", field: "name" } };
const TEMP = { id: "t", label: "temp", source: { type: "telemetry", key: "temp" } };
const HOUR = { id: "h", label: "Hour", source: { type: "timeBucket", bucket: "hour" } };
const MINIMAL = { name: "Devices", fields: [NAME, TEMP] };

test("AN §2.13 the complete example is a view, and its JSON is the same view again", async () => {
  const { view, warnings } = accepted(await parse(JSON.parse(EXAMPLE)));

  expect(warnings).toEqual([]);
  expect(view.scope.profiles).toEqual([{ id: PROFILE, name: "Energy Meter" }]);
  expect(fieldOf(view, "kwh").aggregation).toEqual({
    fn: "increase",
    combine: "sum",
    carryIn: true,
    lookbackMs: 86_400_000,
  });
  expect(fieldOf(view, "running").aggregation).toEqual({
    fn: "duration",
    combine: "sum",
    carryIn: true,
    lookbackMs: 604_800_000,
    state: "value == 'run'",
    durationUnit: "hour",
  });
  expect(fieldOf(view, "area").aggregation).toEqual({ fn: "sum", perSeries: false });
  expect(view.compare?.suffixes.value).toBe("previous week");
  expect(accepted(await parse(JSON.parse(JSON.stringify(viewJson(view))))).view).toEqual(view);
});

test("AN §2.1 P3 the minimal view gets every default written out", async () => {
  const { view } = accepted(await parse(MINIMAL));

  expect(fieldOf(view, "n")).toMatchObject({ kind: "dimension", aggregation: null });
  expect(fieldOf(view, "t")).toMatchObject({ kind: "measure", aggregation: { fn: "avg", perSeries: false } });
  expect(view).toMatchObject({
    timeRange: {
      ...{ type: "rolling", amount: 7, unit: "d", align: null, offset: 0 },
      ...{ timezone: "Europe/Kyiv", weekStart: "monday", fiscalStartMonth: 1, delayMs: 0 },
    },
    grouping: { mode: "grouped", keepEmptyGroups: false, missingGroup: "keep", totals: "none" },
    gaps: { buckets: "none", value: "missing" },
    limit: { rows: 10_000, onExceed: "truncate", top: null },
    nulls: { encode: "empty", dropRows: "none" },
    sharing: { visibility: "private", customerIds: [], allCustomers: false },
    options: { timeoutMs: null, cacheTtlSec: 0, lateDataMs: 0 },
    visualization: { type: "table" },
    compare: null,
    filters: [],
    sort: [],
  });
});

test.each([
  [{ source: { type: "telemetry", key: "words" } }, "measure", "latest"],
  [{ source: { type: "telemetry", key: "nobody" } }, "measure", "avg"],
  [{ source: { type: "telemetry", key: "temp", cast: "text" } }, "measure", "latest"],
  [{ source: { type: "telemetry", key: "words", cast: "number" } }, "measure", "avg"],
  [{ kind: "dimension", source: { type: "telemetry", key: "words" } }, "dimension", undefined],
  [{ kind: "measure", source: { type: "attribute", scope: "server", key: "area" } }, "measure", "avg"],
  [{ kind: "measure", source: { type: "attribute", scope: "any", key: "words" } }, "measure", "onlyValue"],
  [{ source: { type: "attribute", scope: "any", key: "a" }, aggregation: { fn: "count" } }, "measure", "count"],
  [{ kind: "measure", source: { type: "entity", field: "createdTime" } }, "measure", "onlyValue"],
  [{ source: { type: "timePart", part: "hourOfDay" } }, "time", undefined],
  [{ source: { type: "constant", value: 5 } }, "dimension", undefined],
  [{ source: { type: "expression", expr: "1 + 1" } }, "measure", undefined],
  [{ source: rowFormula("a * 2") }, "measure", "avg"],
  [{ source: rowFormula("text(a)") }, "measure", "latest"],
  [{ source: { type: "expression", stage: "row", expr: "upper(entity.name)" } }, "dimension", undefined],
])("AN §2.4 %j is a %s by default, aggregated by %s", async (field, kind, fn) => {
  const { view } = accepted(await parse({ ...MINIMAL, fields: [NAME, { id: "x", label: "X", ...field }] }));

  expect(fieldOf(view, "x").kind).toBe(kind);
  expect(fieldOf(view, "x").aggregation?.fn).toBe(fn);
});

test.each([
  [
    { fn: "avg", perSeries: true },
    { combine: "avg", perSeries: true },
  ],
  [{ fn: "first" }, { combine: "oldest" }],
  [{ fn: "current", combine: "sum" }, { combine: "sum" }],
  [{ fn: "firstTs" }, { combine: "min" }],
  [{ fn: "latestTs" }, { combine: "max" }],
  [{ fn: "lastKnown" }, { combine: "newest", carryIn: true, lookbackMs: 604_800_000 }],
  [{ fn: "rate" }, { combine: "sum", per: "hour", carryIn: true, lookbackMs: 604_800_000 }],
  [{ fn: "integral" }, { combine: "sum", per: "hour", method: "locf", carryIn: true, lookbackMs: 604_800_000 }],
  [
    { fn: "durationPercent" },
    { combine: "weighted", of: "known", state: "value == true", carryIn: true, lookbackMs: 604_800_000 },
  ],
  [
    { fn: "completeness", expectedEveryMs: 1000 },
    { combine: "weighted", expectedEveryMs: 1000 },
  ],
  [{ fn: "mode" }, {}],
])("AN §3.5 %j is written out with %j", async (aggregation, defaults) => {
  const { view } = accepted(await parse(withTemp({ aggregation })));

  expect(fieldOf(view, "t").aggregation).toEqual({
    ...(["avg", "sum"].includes(aggregation.fn) ? { perSeries: false } : {}),
    ...aggregation,
    ...defaults,
  });
});

/** What is added to the minimal view, and the problem that it is. */
const REFUSALS: readonly (readonly [view: object, pointer: string, code: string, message: string])[] = [
  [{ name: "  " }, "/name", "NAME_REQUIRED", "A view needs a name of 1 to 255 characters."],
  [{ name: "x".repeat(256) }, "/name", "NAME_REQUIRED", "1 to 255 characters"],
  [{ fitlers: [] }, "/fitlers", "UNKNOWN_PROPERTY", 'Unknown property "fitlers". Did you mean "filters"?'],
  [{ "a/b~": 1 }, "/a~1b~0", "UNKNOWN_PROPERTY", 'Unknown property "a/b~".'],
  [{ schemaVersion: 2 }, "/schemaVersion", "VIEW_INVALID", "from 1 to 1, not 2"],
  [{ folder: "a//b" }, "/folder", "VIEW_INVALID", "1 to 8 parts"],
  [{ folder: "a/b/c/d/e/f/g/h/i" }, "/folder", "VIEW_INVALID", "1 to 8 parts"],
  [{ tags: ["x".repeat(65)] }, "/tags", "VIEW_INVALID", "1 to 64 characters"],
  [{ tags: Array(21).fill("x") }, "/tags", "VIEW_INVALID", "20 entries, got 21"],
  [{ description: "x".repeat(4001) }, "/description", "VIEW_INVALID", "4000 characters, got 4001"],
  [{ fields: [] }, "/fields", "FIELDS_REQUIRED", "A view needs 1 to 64 fields, at least one of them visible."],
  [{ fields: undefined }, "/fields", "FIELDS_REQUIRED", "1 to 64 fields"],
  [{ fields: [{ ...NAME, hidden: true }] }, "/fields", "FIELDS_REQUIRED", "at least one of them visible"],
  [{ fields: Array(65).fill(NAME) }, "/fields", "FIELDS_REQUIRED", "64 entries, got 65"],
  [{ fields: [NAME, "x"] }, "/fields/1", "FIELD_INVALID", 'An object is needed here, not "x".'],
  [fieldWith({ id: "1a" }), "/fields/1/id", "FIELD_ID_INVALID", 'Field id "1a" must match the pattern and be unique'],
  [fieldWith({ id: "n" }), "/fields/1/id", "FIELD_ID_INVALID", 'Field id "n" must match the pattern and be unique.'],
  [
    fieldWith({ label: "Device" }),
    "/fields/1/label",
    "LABEL_DUPLICATE",
    'Column label "Device" is used twice. Labels are the keys of a row',
  ],
  [fieldWith({ label: " Device\u0020" }), "/fields/1/label", "LABEL_DUPLICATE", "used twice"],
  [fieldWith({ label: "" }), "/fields/1/label", "LABEL_INVALID", "1 to 128 characters, got 0"],
  [fieldWith({ label: "__proto__" }), "/fields/1/label", "LABEL_INVALID", "__proto__"],
  [fieldWith({ label: "a\u0007" }), "/fields/1/label", "LABEL_INVALID", "control characters"],
  [fieldWith({ label: "<b>x</b>" }), "/fields/1/label", "LABEL_INVALID", "HTML tags"],
  [fieldWith({ label: "{{a{b}}}" }), "/fields/1/label", "LABEL_INVALID", "templates"],
  [fieldWith({ label: "\ud800" }), "/fields/1/label", "LABEL_INVALID", "well-formed"],
  [fieldWith({ label: 5 }), "/fields/1/label", "LABEL_INVALID", '"label" must be a text, not 5.'],
  [fieldWith({ kind: "time" }), "/fields/1/kind", "KIND_MISMATCH", "A field from telemetry cannot be a time."],
  [
    fieldWith({ source: { type: "telemetry" } }),
    "/fields/1/source/key",
    "SOURCE_INVALID",
    'Source "telemetry" needs "key".',
  ],
  [
    fieldWith({ source: { type: "telemtry", key: "x" } }),
    "/fields/1/source/type",
    "SOURCE_INVALID",
    'not "telemtry". Did you mean "telemetry"?',
  ],
  [
    fieldWith({ source: { type: "attribute", scope: "device", key: "x" } }),
    "/fields/1/source/scope",
    "SOURCE_INVALID",
    "client, shared, server, any",
  ],
  [
    fieldWith({ source: { type: "telemetry", key: "x", path: "a..b" } }),
    "/fields/1/source/path",
    "SOURCE_INVALID",
    "joined by dots",
  ],
  [fieldWith({ source: { type: "timestamp" } }), "/fields/1/source", "SOURCE_INVALID", "raw mode only"],
  [fieldWith({ source: { type: "constant", value: [] } }), "/fields/1/source/value", "SOURCE_INVALID", "not a list"],
  [
    fieldWith({ source: { type: "timeBucket", bucket: "minute", amount: 7 } }),
    "/fields/1/source/amount",
    "BUCKET_AMOUNT",
    "An amount of 7 does not divide the unit minute; use one of 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60.",
  ],
  [
    fieldWith({ source: { type: "timeBucket", bucket: "week", amount: 53 } }),
    "/fields/1/source/amount",
    "BUCKET_AMOUNT",
    "use one of 1 to 52",
  ],
  [
    fieldWith({ source: { type: "timeBucket", bucket: "auto", amount: 2 } }),
    "/fields/1/source/amount",
    "BUCKET_AMOUNT",
    "use one of 1.",
  ],
  [
    withTemp({ aggregation: { fn: "increse" } }),
    "/fields/1/aggregation/fn",
    "AGGREGATION_INVALID",
    'no function "increse". Did you mean "increase"?',
  ],
  [withTemp({ aggregation: { fn: "constructor" } }), "/fields/1/aggregation/fn", "AGGREGATION_INVALID", "no function"],
  [withTemp({ aggregation: {} }), "/fields/1/aggregation/fn", "AGGREGATION_INVALID", 'needs "fn"'],
  [
    withTemp({ aggregation: { fn: "percentile" } }),
    "/fields/1/aggregation/p",
    "AGGREGATION_PARAMETER",
    '"percentile" needs p between 0 and 1.',
  ],
  [withTemp({ aggregation: { fn: "percentile", p: 1 } }), "/fields/1/aggregation/p", "AGGREGATION_PARAMETER", "not 1"],
  [
    withTemp({ aggregation: { fn: "completeness" } }),
    "/fields/1/aggregation/expectedEveryMs",
    "AGGREGATION_PARAMETER",
    "planned distance",
  ],
  [
    withTemp({ aggregation: { fn: "avg", p: 0.5 } }),
    "/fields/1/aggregation/p",
    "AGGREGATION_PARAMETER",
    '"avg" does not use "p".',
  ],
  [
    withTemp({ aggregation: { fn: "increase", lookbackMs: 1e12 } }),
    "/fields/1/aggregation/lookbackMs",
    "AGGREGATION_PARAMETER",
    "from 1 to 31622400000",
  ],
  [
    withTemp({ aggregation: { fn: "increase", combine: "weighted" } }),
    "/fields/1/aggregation/combine",
    "AGGREGATION_PARAMETER",
    "combines by sum, avg, min, max",
  ],
  [
    withTemp({ aggregation: { fn: "avg", combine: "max" } }),
    "/fields/1/aggregation/combine",
    "AGGREGATION_PARAMETER",
    '"perSeries": true',
  ],
  [
    withTemp({ aggregation: { fn: "duration", inputs: { a: { type: "telemetry", key: "x" } } } }),
    "/fields/1/aggregation/state",
    "AGGREGATION_PARAMETER",
    'need "state"',
  ],
  [
    withTemp({ aggregation: { fn: "duration", state: "a", inputs: { ts: { type: "telemetry", key: "x" } } } }),
    "/fields/1/aggregation/inputs/ts",
    "SOURCE_INVALID",
    "means something else",
  ],
  [
    withTemp({ aggregation: { fn: "duration", state: "value + 1" } }),
    "/fields/1/aggregation/state",
    "EXPRESSION_TYPE",
    "a condition is needed",
  ],
  [
    withTemp({ aggregation: { fn: "duration", state: "hour > 3" } }),
    "/fields/1/aggregation/state",
    "EXPRESSION_SYNTAX",
    'unknown name "hour"',
  ],
  [
    withTemp({ source: { type: "telemetry", key: "x", cast: "text" }, aggregation: { fn: "avg" } }),
    "/fields/1/aggregation/fn",
    "AGGREGATION_INVALID",
    'Function "avg" cannot be used on a text',
  ],
  [
    withTemp({
      source: { type: "attribute", scope: "any", key: "x" },
      kind: "measure",
      aggregation: { fn: "increase" },
    }),
    "/fields/1/aggregation/fn",
    "AGGREGATION_INVALID",
    'Function "increase" cannot be used on an attribute',
  ],
  [
    withTemp({ kind: "dimension", aggregation: { fn: "avg" } }),
    "/fields/1/aggregation",
    "AGGREGATION_INVALID",
    'remove the aggregation of "t"',
  ],
  [
    { grouping: { mode: "raw" }, ...withTemp({ aggregation: { fn: "avg" } }) },
    "/fields/1/aggregation",
    "RAW_AGGREGATION",
    'Raw mode has one row per sample; remove the aggregation of "t".',
  ],
  [
    { fields: [NAME, HOUR, { ...TEMP, range: { type: "preset", preset: "today" } }] },
    "/fields/2/range",
    "FIELD_RANGE_WITH_TIME",
    "split by time",
  ],
  [
    fieldWith({ ...NAME, id: "m", label: "M", range: { type: "preset", preset: "today" } }),
    "/fields/1/range",
    "RANGE_INVALID",
    "Only a measure",
  ],
  [
    fieldWith({ ...NAME, id: "m", label: "M", where: "value > 3" }),
    "/fields/1/where",
    "SOURCE_INVALID",
    "needs a measure of telemetry",
  ],
  [withTemp({ where: "value >" }), "/fields/1/where", "EXPRESSION_SYNTAX", "Expression error at character 8"],
  [withTemp({ where: "value" + " ".repeat(2000) }), "/fields/1/where", "EXPRESSION_LIMIT", "2000 characters"],
  [withTemp({ round: true }), "/fields/1/round", "FIELD_INVALID", "decimals"],
  [withTemp({ decimals: 16 }), "/fields/1/decimals", "FIELD_INVALID", "from 0 to 15, not 16"],
  [withTemp({ unit: "x".repeat(33) }), "/fields/1/unit", "FIELD_INVALID", "32 characters, got 33"],
  [withTemp({ hidden: "yes" }), "/fields/1/hidden", "FIELD_INVALID", 'true or false, not "yes"'],
  [withTemp({ fill: { value: "constant" } }), "/fields/1/fill/constant", "FIELD_INVALID", 'needs "constant"'],
  [withTemp({ colors: [1] }), "/fields/1/colors", "FIELD_INVALID", "{from, to, color}"],
  [withTemp({ source: { type: "expression", expr: "t + 1" } }), "/fields/1/source/expr", "EXPRESSION_CYCLE", "t -> t"],
  [
    withTemp({ source: { type: "expression", expr: "n + 1" } }),
    "/fields/1/source/expr",
    "EXPRESSION_TYPE",
    "does not take a text and a number",
  ],
  [
    withTemp({ source: { type: "expression", expr: "1", inputs: {} } }),
    "/fields/1/source/inputs",
    "SOURCE_INVALID",
    "row stage",
  ],
  [
    withTemp({ source: { ...rowFormula("a"), inputs: { "a b": { type: "telemetry", key: "x" } } } }),
    "/fields/1/source/inputs/a b",
    "SOURCE_INVALID",
    "pattern of names",
  ],
  [
    withTemp({ kind: "dimension", source: rowFormula("a") }),
    "/fields/1/source/inputs",
    "SOURCE_INVALID",
    "calculated dimension",
  ],
  [withFilter({ name: "" }), "/filters/0/name", "FILTER_NAME", "1 to 128 characters"],
  [{ filters: [filter({}), filter({})] }, "/filters/1/name", "FILTER_NAME", 'Filter name "f" is used twice.'],
  [withFilter({ target: null }), "/filters/0/target", "FILTER_TARGET", 'needs a "target"'],
  [
    withFilter({ target: { type: "timestamp" } }),
    "/filters/0/target/type",
    "FILTER_TARGET",
    'must be one of entity, attribute, telemetry, timePart, not "timestamp"',
  ],
  [
    withFilter({ target: { field: "n" } }),
    "/filters/0/target/field",
    "FILTER_TARGET",
    "A filter on a result needs a measure field",
  ],
  [
    { grouping: { mode: "raw" }, ...withFilter({ target: { field: "t" } }) },
    "/filters/0/target/field",
    "FILTER_TARGET",
    "raw mode",
  ],
  [withFilter({ operator: "like" }), "/filters/0/operator", "FILTER_OPERATOR", 'not "like"'],
  [withFilter({ operator: "contains", valueType: "number" }), "/filters/0/operator", "FILTER_OPERATOR", "type number"],
  [
    withFilter({ operator: "between", values: [1] }),
    "/filters/0/values",
    "FILTER_ARITY",
    'Operator "between" needs exactly 2 values, got 1.',
  ],
  [withFilter({ operator: "isMissing", values: [1] }), "/filters/0/values", "FILTER_ARITY", "takes no values"],
  [withFilter({ values: Array(1001).fill(1) }), "/filters/0/values", "FILTER_ARITY", "0 to 1000 values, got 1001"],
  [withFilter({ values: [{}] }), "/filters/0/values", "FILTER_VALUE", "not an object"],
  [withFilter({ values: "x" }), "/filters/0/values", "FILTER_VALUE", "must be a list"],
  [withFilter({ operator: "gt", values: ["5"] }), "/filters/0/values", "FILTER_VALUE", 'needs a number here, not "5"'],
  [withFilter({ values: ["x".repeat(1025)] }), "/filters/0/values", "FILTER_VALUE", "1024 characters, got 1025"],
  [withFilter({ apply: "aligned" }), "/filters/0/apply", "FILTER_TARGET", "telemetry target"],
  [{ scope: { profiles: [] } }, "/scope/profiles", "SCOPE_EMPTY_LIST", "empty"],
  [{ scope: { profiles: [{ name: "Nope" }] } }, "/scope/profiles/0", "SCOPE_UNKNOWN", 'Profile "Nope" does not exist.'],
  [{ scope: { profiles: [{}] } }, "/scope/profiles/0", "SCOPE_INVALID", '"id" or "name"'],
  [
    { scope: { deviceIds: [KNOWN, UNKNOWN] } },
    "/scope/deviceIds/1",
    "SCOPE_UNKNOWN",
    `Device "${UNKNOWN}" does not exist.`,
  ],
  [{ scope: { deviceIds: ["x"] } }, "/scope/deviceIds/0", "SCOPE_UNKNOWN", '"x" is no UUID.'],
  [{ scope: { gatewayIds: [UNKNOWN] } }, "/scope/gatewayIds/0", "SCOPE_UNKNOWN", "does not exist"],
  [{ scope: { customerIds: ["none", UNKNOWN] } }, "/scope/customerIds/1", "SCOPE_UNKNOWN", "Customer"],
  [{ scope: { where: "value > 3" } }, "/scope/where", "EXPRESSION_SYNTAX", 'unknown name "value"'],
  [{ scope: { entityType: "ASSET" } }, "/scope/entityType", "SCOPE_INVALID", "DEVICE"],
  [{ sharing: { customerIds: [UNKNOWN] } }, "/sharing/customerIds/0", "SCOPE_UNKNOWN", "Customer"],
  [{ timeRange: {} }, "/timeRange/type", "RANGE_INVALID", "preset, rolling, absolute, expression"],
  [
    { timeRange: { type: "preset", preset: "lastHours" } },
    "/timeRange/preset",
    "RANGE_INVALID",
    'Did you mean "lastHour"?',
  ],
  [{ timeRange: { type: "preset" } }, "/timeRange/preset", "RANGE_INVALID", 'needs "preset"'],
  [{ timeRange: { type: "rolling", amount: 1 } }, "/timeRange/unit", "RANGE_INVALID", 'needs "unit"'],
  [
    { timeRange: { type: "absolute", startTs: 5, endTs: 5 } },
    "/timeRange/endTs",
    "RANGE_INVALID",
    "after its start 5, but ends at 5",
  ],
  [{ timeRange: { type: "absolute", startTs: "5", endTs: 9 } }, "/timeRange/startTs", "RANGE_INVALID", 'not "5"'],
  [
    { timeRange: { type: "absolute", startTs: 5, endTs: 4_102_444_800_001 } },
    "/timeRange/endTs",
    "RANGE_INVALID",
    "to 4102444800000",
  ],
  [
    { timeRange: { type: "absolute", startDate: "2026-02-30", endDate: "2026-03-01" } },
    "/timeRange/startDate",
    "RANGE_INVALID",
    "no date",
  ],
  [
    { timeRange: { type: "absolute", startDate: "2026-03-01", endDate: "2026-03-01" } },
    "/timeRange/endDate",
    "RANGE_INVALID",
    "must end after",
  ],
  [
    { timeRange: { type: "expression", from: "now-7x", to: "now" } },
    "/timeRange/from",
    "RANGE_INVALID",
    '"now-7x" is no moment',
  ],
  [{ timeRange: { type: "expression", from: "now-7d/d" } }, "/timeRange/to", "RANGE_INVALID", 'needs "to"'],
  [
    { timeRange: { type: "preset", preset: "today", amount: 5 } },
    "/timeRange/amount",
    "UNKNOWN_PROPERTY",
    "no meaning",
  ],
  [
    { timeRange: { type: "preset", preset: "today", timezone: "Europe/Atlantis" } },
    "/timeRange/timezone",
    "ZONE_UNKNOWN",
    '"Europe/Atlantis" is not a known time zone.',
  ],
  [
    { timeRange: { type: "preset", preset: "today", timezone: "+02:00" } },
    "/timeRange/timezone",
    "ZONE_UNKNOWN",
    "not a known",
  ],
  [{ gaps: { buckets: "all" } }, "/gaps", "GAPS_WITHOUT_BUCKET", "Gap filling needs a time bucket field"],
  [
    { fields: [NAME, HOUR, TEMP], grouping: { keepEmptyGroups: true } },
    "/grouping/keepEmptyGroups",
    "EMPTY_GROUPS_WITHOUT_GAPS",
    "gap filling",
  ],
  [{ fields: [{ ...NAME, source: undefined }] }, "/fields/0/source", "SOURCE_INVALID", 'A field needs a "source".'],
  [
    { fields: [{ ...NAME, source: {} }] },
    "/fields/0/source/type",
    "SOURCE_INVALID",
    'needs "type": entity, attribute,',
  ],
  [
    { fields: [{ ...NAME, source: { type: "expression" } }] },
    "/fields/0/source/expr",
    "SOURCE_INVALID",
    'needs "expr"',
  ],
  [{ sort: [{ field: "x" }] }, "/sort/0/field", "FIELD_UNKNOWN", '"x" is not a field of this view.'],
  [{ sort: [{}] }, "/sort/0/field", "FIELD_UNKNOWN", "must name a field"],
  [{ limit: { rows: 0 } }, "/limit/rows", "LIMIT_RANGE", "The row limit must be between 1 and 100000, not 0."],
  [{ limit: { rows: 100_001 } }, "/limit/rows", "LIMIT_RANGE", "between 1 and 100000"],
  [{ limit: { top: { n: 3, by: "n" } } }, "/limit/top/by", "FIELD_UNKNOWN", "is a dimension; a measure is needed"],
  [
    { limit: { top: { n: 3, by: "t", per: [1] } } },
    "/limit/top/per",
    "FIELD_UNKNOWN",
    "1 is not a field of this view.",
  ],
  [{ limit: { top: { n: 3, by: "t", per: ["n"] } } }, "/limit/top", "LIMIT_RANGE", "dimension that is not in"],
  [{ compare: {} }, "/compare/to", "COMPARE_INVALID", 'needs "to"'],
  [{ compare: { to: "previousDay", fields: ["n"] } }, "/compare/fields/0", "COMPARE_INVALID", "a measure is needed"],
  [
    { compare: { to: "previousDay", fields: [1] } },
    "/compare/fields",
    "FIELD_UNKNOWN",
    "1 is not a field of this view.",
  ],
  [
    { compare: { to: "previousDay" }, fields: [NAME] },
    "/compare",
    "COMPARE_INVALID",
    "Comparison needs at least one measure",
  ],
  [{ compare: { to: "previousDay" }, grouping: { mode: "raw" } }, "/compare", "COMPARE_INVALID", "raw mode"],
  [{ compare: { shift: "7 days" } }, "/compare/shift", "COMPARE_INVALID", "no duration"],
  [{ compare: { shift: "P0D" } }, "/compare/shift", "COMPARE_INVALID", "no duration"],
  [{ compare: { to: "shift" } }, "/compare/shift", "COMPARE_INVALID", 'needs "shift"'],
  [{ compare: { to: "previousDay", show: ["mean"] } }, "/compare/show", "COMPARE_INVALID", 'not "mean"'],
  [
    { compare: { to: "previousDay", show: ["value", "delta"], suffixes: { value: "x", delta: "x" } } },
    "/compare",
    "LABEL_DUPLICATE",
    '"temp (x)" is used twice',
  ],
  [
    { compare: { to: "previousDay" }, fields: [{ ...NAME, label: "temp (previous day)" }, TEMP] },
    "/compare",
    "LABEL_DUPLICATE",
    "used twice",
  ],
  [{ visualization: { type: "line", x: "n" } }, "/visualization/y", "FIELD_UNKNOWN", 'needs "y"'],
  [
    { visualization: { type: "line", x: "t", y: ["t"] } },
    "/visualization/x",
    "FIELD_UNKNOWN",
    "needs a dimension or time",
  ],
  [
    { visualization: { type: "table", x: "zz" } },
    "/visualization/x",
    "FIELD_UNKNOWN",
    '"zz" is not a field of this view.',
  ],
  [{ visualization: { x: 1 } }, "/visualization/x", "FIELD_UNKNOWN", "1 is not a field of this view."],
  [{ visualization: { y: [1] } }, "/visualization/y", "FIELD_UNKNOWN", "1 is not a field of this view."],
  [{ visualization: { type: "tabel" } }, "/visualization/type", "VIEW_INVALID", 'Did you mean "table"?'],
  [{ options: { timeoutMs: 999 } }, "/options/timeoutMs", "VIEW_INVALID", "from 1000 to 600000, not 999"],
];

test.each(REFUSALS)("AN §2.14 %j is a problem at %s: %s", async (change, pointer, code, message) => {
  const errors = refused(await parse({ ...MINIMAL, ...change }));
  const found = errors.find((error) => error.pointer === pointer && error.code === code);

  expect(errors.map((error) => `${error.pointer} ${error.code} ${error.message}`)).toContainEqual(
    expect.stringContaining(`${pointer} ${code}`),
  );
  expect(found?.message).toContain(message);
});

test("AN-42: two fields with one label are refused, however the label is written", async () => {
  const fields = [
    { ...NAME, label: "Gr\u00f6\u00dfe" },
    { ...TEMP, label: " Gro\u0308\u00dfe " },
  ];

  expect(refused(await parse({ ...MINIMAL, fields }))).toMatchObject([
    { pointer: "/fields/1/label", code: "LABEL_DUPLICATE" },
  ]);
});

test("AN §2.14 all problems of a view are listed at once", async () => {
  const view = {
    name: "",
    fields: [
      { ...NAME, label: "" },
      { ...TEMP, where: "value >" },
    ],
    limit: { rows: 0 },
    x: 1,
  };

  expect(
    refused(await parse(view))
      .map(({ pointer }) => pointer)
      .sort(),
  ).toEqual(["/fields/0/label", "/fields/1/where", "/limit/rows", "/name", "/x"].sort());
});

test("AN §2.14 what follows from a problem is no problem of its own, and equal problems of a list are one", async () => {
  const compare = { shift: 7 };
  const fields = [NAME, { ...TEMP, colors: [1, 2] }];

  expect(
    refused(await parse({ ...MINIMAL, fields, compare })).map(({ pointer, message }) => `${pointer} ${message}`),
  ).toEqual([
    '/fields/1/colors "colors" is a list of objects {from, to, color}.',
    '/compare/shift "shift" must be a text, not 7.',
  ]);
});

test("AN §2.14 a value in a message is cut at 100 characters", async () => {
  const [problem] = refused(await parse({ ...MINIMAL, sort: [{ field: "t", direction: "y".repeat(500) }] }));

  expect(problem?.message).toContain(`"${"y".repeat(100)}…"`);
});

test.each([
  ["a list", []],
  ["a text", "x"],
  ["nothing", null],
  ["256 KiB", { name: "x".repeat(262_144) }],
])("AN §2.14 %s is no view", async (_, json) => {
  expect(refused(await parse(json))).toEqual([
    { pointer: "/", code: "VIEW_INVALID", message: "The view must be a JSON object of at most 256 KiB." },
  ]);
});

test("AN §2.1 P3: a view is no larger than 256 KiB with its defaults either, so that it can be read back", async () => {
  const fields = Array.from({ length: 64 }, (_, index) => ({ ...NAME, id: `n${String(index)}`, label: String(index) }));
  const withValues = (total: number): object => {
    const values = Array.from({ length: 900 }, () => "x".repeat(Math.floor(total / 900)));
    return { name: "Large", fields, filters: [{ name: "f", target: { type: "entity", field: "name" }, values }] };
  };
  const { view } = accepted(await parse(withValues(225_000)));
  const json = viewJson(view);
  const server = { id: newId(), owner: { name: "x".repeat(100_000) }, links: { editor: "x".repeat(100_000) } };

  expect(accepted(await parse({ ...json, ...server })).view).toEqual(view);
  expect(Buffer.byteLength(JSON.stringify(withValues(250_000)))).toBeLessThan(262_144);
  expect(refused(await parse(withValues(250_000)))).toMatchObject([{ pointer: "/", code: "VIEW_INVALID" }]);
});

test("AN-62: a formula of another field finds it in any order, and a cycle is reported once", async () => {
  const formula = (id: string, expr: string): object => ({ id, label: id, source: { type: "expression", expr } });
  const { view } = accepted(
    await parse({ ...MINIMAL, fields: [NAME, formula("c", "b * 2"), formula("b", "t + 1"), TEMP] }),
  );
  const circle = refused(
    await parse({ ...MINIMAL, fields: [NAME, formula("a", "b + 1"), formula("b", "c + 1"), formula("c", "a + 1")] }),
  );

  expect(viewFormulas(view).order).toEqual(["b", "c"]);
  expect(viewFormulas(view).types.get("c" as FieldId)).toBe("number");
  expect(circle).toMatchObject([{ pointer: "/fields/3/source/expr", code: "EXPRESSION_CYCLE" }]);
  expect(circle[0]?.message).toContain("a -> b -> c -> a");
});

test("names such as __proto__ are ordinary but for labels", async () => {
  const view = JSON.parse(`{"name": "constructor", "folder": "__proto__", "fields": [
    {"id": "__proto__", "label": "constructor", "source": {"type": "telemetry", "key": "__proto__"}},
    {"id": "x", "label": "toString", "source": {"type": "expression", "stage": "row", "expr": "__proto__ + constructor",
      "inputs": {"__proto__": {"type": "telemetry", "key": "a"}, "constructor": {"type": "telemetry", "key": "b"}}}},
    {"id": "y", "label": "Y", "source": {"type": "expression", "expr": "__proto__ * 2"}}],
    "filters": [{"name": "__proto__", "target": {"field": "__proto__"}, "operator": "gt", "values": [1]}]}`) as unknown;
  const { view: parsed } = accepted(await parse(view));

  expect(accepted(await parse(JSON.parse(JSON.stringify(viewJson(parsed))))).view).toEqual(parsed);
  expect(refused(await parse(JSON.parse('{"name": "x", "fields": [], "__proto__": 1}')))).toContainEqual(
    expect.objectContaining({ pointer: "/__proto__", code: "UNKNOWN_PROPERTY" }),
  );
});

test("AN §2.2 a tag counts once", async () => {
  expect(accepted(await parse({ ...MINIMAL, tags: ["a", " a", "b"] })).view.tags).toEqual(["a", "b"]);
});

test.each([Infinity, "\ud800"])("AN §2.10 %j is no constant for gaps", async (constant) => {
  expect(refused(await parse({ ...MINIMAL, gaps: { value: "constant", constant } }))).toMatchObject([
    { pointer: "/gaps/constant", code: "VIEW_INVALID" },
  ]);
});

test("AN §2.2 what the server writes is ignored, and a long integer in a filter keeps its digits", async () => {
  const json = parseJson(
    `{"id": 5, "revision": "x", "owner": {}, "createdTime": 1, "updatedTime": 1, "updatedBy": 1, "name": "x",
      "fields": [${JSON.stringify(NAME)}],
      "filters": [{"name": "f", "target": {"type": "entity", "field": "name"}, "values": [9007199254740993]}]}`,
  );

  expect(accepted(await parse(json)).view.filters[0]?.values).toEqual(["9007199254740993"]);
});

test("AN §2.9 a view in the zone of its reader is marked as such", async () => {
  const timeRange = { type: "preset", preset: "today", timezone: "viewer" };

  expect(accepted(await parse({ ...MINIMAL, timeRange })).warnings).toMatchObject([
    { pointer: "/timeRange/timezone", code: "ZONE_OF_READER" },
  ]);
});

test("AN §2.9 the range of a field takes its calendar from the view", async () => {
  const timeRange = {
    type: "preset",
    preset: "today",
    timezone: "Asia/Kathmandu",
    weekStart: "sunday",
    fiscalStartMonth: 4,
  };
  const { view } = accepted(
    await parse({ ...MINIMAL, timeRange, ...withTemp({ range: { type: "preset", preset: "lastMonth" } }) }),
  );

  expect(fieldOf(view, "t").range).toMatchObject({ ...timeRange, preset: "lastMonth" });
});

test("of hostile documents a bounded number of problems is listed, and the directory is asked once for each kind", async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`fitler${String(index)}`, 1]));
  const hostile: readonly object[] = [
    { ...MINIMAL, ...many },
    { ...MINIMAL, fields: Array(64).fill({ ...TEMP, ...Object.fromEntries(Object.entries(many).slice(0, 100)) }) },
    { ...MINIMAL, ...fieldWith({ label: "<a".repeat(60) }) },
    { ...MINIMAL, ...fieldWith({ label: "{{".repeat(60) }) },
    { ...MINIMAL, timeRange: { type: "expression", from: `now${"+1d".repeat(60)}x`, to: "now" } },
    { ...MINIMAL, compare: { shift: `P${"9".repeat(60)}` } },
    { ...MINIMAL, fields: formulaChain(64) },
    { ...MINIMAL, filters: Array(32).fill(filter({ values: Array(2_000).fill(1) })) },
  ];
  for (const json of hostile) {
    const asked = new Map<string, number>();
    const counted = new Proxy(context.directory, {
      get(directory, name, receiver) {
        asked.set(String(name), (asked.get(String(name)) ?? 0) + 1);
        return Reflect.get(directory, name, receiver) as unknown;
      },
    });
    const parsed = await parseView(json, { ...context, directory: counted });
    expect("errors" in parsed ? parsed.errors.length : 0).toBeLessThanOrEqual(101);
    expect(Math.max(0, ...asked.values())).toBeLessThanOrEqual(1);
  }
  expect(refused(await parse({ ...MINIMAL, ...many }))).toHaveLength(101);
});

test("the long name of an input is cut in the place of every problem below it", async () => {
  const input = {
    type: "telemetry",
    key: "temp",
    ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n, n])),
  };
  const source = { type: "expression", stage: "row", expr: "a", inputs: { ["x".repeat(100_000)]: input } };
  const problems = refused(await parse(fieldWith({ source })));

  expect(problems).toHaveLength(101);
  expect(JSON.stringify(problems).length).toBeLessThan(50_000);
});

function parse(json: unknown): Promise<ParsedView> {
  return parseView(json, context);
}

function accepted(parsed: ParsedView): Extract<ParsedView, { readonly view: ViewDefinition }> {
  if ("errors" in parsed) throw new Error(JSON.stringify(parsed.errors));
  return parsed;
}

function refused(parsed: ParsedView): readonly ViewProblem[] {
  if ("view" in parsed) throw new Error("the view was taken");
  return parsed.errors;
}

function fieldOf(view: ViewDefinition, id: string): Field {
  const field = view.fields.find((known) => known.id === id);
  if (field === undefined) throw new Error(`no field ${id}`);
  return field;
}

/** The second field of the minimal view, changed; what it is named changes with it. */
function withTemp(change: object): object {
  return { ...MINIMAL, fields: [NAME, { ...TEMP, ...change }] };
}

function fieldWith(change: object): object {
  return withTemp(change);
}

function filter(change: object): object {
  return { name: "f", target: { type: "entity", field: "name" }, ...change };
}

function withFilter(change: object): object {
  return { filters: [filter(change)] };
}

function rowFormula(expr: string): object {
  return { type: "expression", stage: "row", expr, inputs: { a: { type: "telemetry", key: "temp" } } };
}

/** Each uses the next, many times. */
function formulaChain(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `f${String(index)}`,
    label: `F ${String(index)}`,
    source: {
      type: "expression",
      expr:
        index === count - 1
          ? "1"
          : Array(200)
              .fill(`f${String(index + 1)}`)
              .join("+"),
    },
  }));
}
