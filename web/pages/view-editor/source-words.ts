// The source of a column's values, in words. Source: analytics contract 2.5.
import { choices, labelOfChoice } from "../../components/choices.ts";
import type { SourceDraft } from "./view-draft.ts";

export const ENTITY_FIELDS = choices({
  name: "Name",
  label: "Label",
  profile: "Profile",
  customer: "Customer",
  gateway: "Gateway",
  active: "Active",
  lastActivityTime: "Last seen",
  createdTime: "Created",
  id: "Id",
});

export const OWNERS = choices({ self: "The device itself", gateway: "Its gateway", customer: "Its customer" });

export const BUCKETS = choices(
  {
    auto: "Automatic",
    second: "Second",
    minute: "Minute",
    hour: "Hour",
    day: "Day",
    week: "Week",
    month: "Month",
    quarter: "Quarter",
    year: "Year",
  },
  { auto: "The smallest step that gives at most 300 rows per group." },
);

export const PARTS = choices(
  {
    hourOfDay: "Hour of the day",
    dayOfWeek: "Day of the week",
    isWeekend: "Weekend or not",
    dayOfMonth: "Day of the month",
    weekOfMonth: "Week of the month",
    weekOfYear: "Week of the year",
    monthOfYear: "Month of the year",
    quarterOfYear: "Quarter of the year",
    year: "Year",
    minuteOfHour: "Minute of the hour",
  },
  { hourOfDay: "0 to 23.", dayOfWeek: "1 is Monday." },
);

export const SCOPES = choices(
  { server: "Server", shared: "Shared", client: "Client", any: "Any" },
  {
    server: "Set here. The device does not see it.",
    shared: "Set here and sent to the device.",
    client: "Sent by the device.",
    any: "Server first, then shared, then client.",
  },
);

/** A short title; it may contain names from outside. */
export function sourceTitle(source: SourceDraft): string {
  const { type, key = "", path, scope = "", field = "", bucket = "auto", amount = 1, part = "", stage } = source;
  const of = source.of === "gateway" ? " of the gateway" : source.of === "customer" ? " of the customer" : "";
  const pathed = path ? `${key} → ${path}` : key;
  switch (type) {
    case "telemetry":
      return `values of ${pathed}${of}`;
    case "attribute":
      return `${scope} attribute ${pathed}${of}`;
    case "entity":
      return `${labelOfChoice(ENTITY_FIELDS, field).toLowerCase()}${of || " of the device"}`;
    case "timeBucket":
      if (bucket === "auto") return "automatic steps of time";
      return amount === 1 ? `each ${bucket}` : `each ${amount} ${bucket}s`;
    case "timePart":
      return labelOfChoice(PARTS, part).toLowerCase();
    case "timestamp":
      return "the exact time";
    case "constant":
      return "the same in every row";
    case "expression":
      return stage === "row" ? "a formula over values" : "a formula over columns";
    default:
      return "nothing yet";
  }
}
