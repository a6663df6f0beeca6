// Makes a failing view smaller for as long as it fails, so that what is printed is about the fault and little else.

type Json = Record<string, unknown>;
const ROUNDS_MOST = 40;

/** `fails` says whether a view still shows the fault; a view that does not parse does not. */
export async function shrunk(view: Json, fails: (view: Json) => Promise<boolean>): Promise<Json> {
  let smallest = view;
  for (let round = 0; round < ROUNDS_MOST; round++) {
    const smaller = await firstFailing(simpler(smallest), fails);
    if (smaller === undefined) return smallest;
    smallest = smaller;
  }
  return smallest;
}

async function firstFailing(
  views: readonly Json[],
  fails: (view: Json) => Promise<boolean>,
): Promise<Json | undefined> {
  for (const view of views) if (await fails(view)) return view;
  return undefined;
}

function simpler(view: Json): readonly Json[] {
  const members = ["compare", "filters", "scope", "sort", "nulls", "gaps", "limit"].filter(
    (name) => view[name] !== undefined,
  );
  return [
    ...members.map((name) => without(view, name)),
    ...withoutItems(view, "fields"),
    ...withoutItems(view, "filters"),
    ...withoutItems(view, "sort"),
    ...lighterMembers(view, "grouping", ["totals", "keepEmptyGroups", "missingGroup", "align", "toleranceMs", "mode"]),
    ...lighterMembers(view, "timeRange", ["weekStart", "fiscalStartMonth"]),
    ...lighterMembers(view, "limit", ["rows", "top"]),
    ...lighterFields(view),
  ];
}

function without(view: Json, name: string): Json {
  return Object.fromEntries(Object.entries(view).filter(([member]) => member !== name));
}

function withoutItems(view: Json, name: string): readonly Json[] {
  const items: unknown = view[name];
  if (!Array.isArray(items)) return [];
  return items.map((_, index) => ({ ...view, [name]: items.filter((_item, other) => other !== index) }));
}

function lighterMembers(view: Json, name: string, members: readonly string[]): readonly Json[] {
  const object = objectOf(view[name]);
  return members
    .filter((member) => object[member] !== undefined)
    .map((member) => ({ ...view, [name]: without(object, member) }));
}

const FIELD_MEMBERS = ["where", "range", "dataType", "fill", "hidden", "round", "decimals"];
const PARAMETERS = [
  "combine",
  "perSeries",
  "method",
  "per",
  "maxGapMs",
  "carryIn",
  "lookbackMs",
  "of",
  "durationUnit",
  "inputs",
];
const SOURCE_MEMBERS = ["cast", "of", "path", "align", "labelAt"];

function lighterFields(view: Json): readonly Json[] {
  const fields: unknown = view["fields"];
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((json, index) => {
    const field = objectOf(json);
    const lighter = [
      ...FIELD_MEMBERS.filter((name) => field[name] !== undefined).map((name) => without(field, name)),
      ...lighterMembers(field, "aggregation", PARAMETERS),
      ...lighterMembers(field, "source", SOURCE_MEMBERS),
    ];
    return lighter.map((other) => ({
      ...view,
      fields: fields.map((known: unknown, at) => (at === index ? other : known)),
    }));
  });
}

function objectOf(json: unknown): Json {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? Object.fromEntries(Object.entries(json))
    : {};
}
