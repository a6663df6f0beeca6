// Where the values of a column come from, in words. Source: analytics contract 2.5.
import { numberAt, textAt, type Json } from "./document.ts";
import { choices, labelOfChoice } from "../../components/choices.ts";

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
  { auto: "The smallest step that gives at most 300 rows a group." },
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
    server: "Set here, about the device.",
    shared: "Set here, for the device to read.",
    client: "Sent by the device.",
    any: "Server before shared before client.",
  },
);

/** In a few words; names from outside are a part of it. */
export function sourceTitle(source: Json): string {
  const text = (name: string): string => textAt(source, [name]);
  const of = text("of") === "gateway" ? " of the gateway" : text("of") === "customer" ? " of the customer" : "";
  switch (text("type")) {
    case "telemetry":
      return `values of ${pathed(text("key"), text("path"))}${of}`;
    case "attribute":
      return `${text("scope")} attribute ${pathed(text("key"), text("path"))}${of}`;
    case "entity":
      return `${labelOfChoice(ENTITY_FIELDS, text("field")).toLowerCase()}${of || " of the device"}`;
    case "timeBucket": {
      const amount = numberAt(source, ["amount"]) ?? 1;
      const unit = text("bucket") || "auto";
      if (unit === "auto") return "automatic steps of time";
      return amount === 1 ? `each ${unit}` : `each ${amount} ${unit}s`;
    }
    case "timePart":
      return labelOfChoice(PARTS, text("part")).toLowerCase();
    case "timestamp":
      return "the exact time";
    case "constant":
      return "the same in every row";
    case "expression":
      return text("stage") === "row" ? "a formula over values" : "a formula over columns";
    default:
      return "nothing yet";
  }
}

function pathed(key: string, path: string): string {
  return path === "" ? key : `${key} → ${path}`;
}
