// Where the values of a column come from, in words. Source: analytics contract 2.5.
import { numberAt, textAt, type Json } from "./document.ts";
import type { Choice } from "./bound-fields.tsx";

export const ENTITY_FIELDS: readonly Choice[] = [
  { value: "name", label: "Name" },
  { value: "label", label: "Label" },
  { value: "profile", label: "Profile" },
  { value: "customer", label: "Customer" },
  { value: "gateway", label: "Gateway" },
  { value: "active", label: "Active" },
  { value: "lastActivityTime", label: "Last seen" },
  { value: "createdTime", label: "Created" },
  { value: "id", label: "Id" },
];

export const OWNERS: readonly Choice[] = [
  { value: "self", label: "The device itself" },
  { value: "gateway", label: "Its gateway" },
  { value: "customer", label: "Its customer" },
];

export const BUCKETS: readonly Choice[] = [
  { value: "auto", label: "Fitting the time", says: "The smallest step that gives at most 300 rows a group." },
  { value: "second", label: "Second" },
  { value: "minute", label: "Minute" },
  { value: "hour", label: "Hour" },
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "quarter", label: "Quarter" },
  { value: "year", label: "Year" },
];

export const PARTS: readonly Choice[] = [
  { value: "hourOfDay", label: "Hour of the day", says: "0 to 23." },
  { value: "dayOfWeek", label: "Day of the week", says: "1 is Monday." },
  { value: "isWeekend", label: "Weekend or not" },
  { value: "dayOfMonth", label: "Day of the month" },
  { value: "weekOfMonth", label: "Week of the month" },
  { value: "weekOfYear", label: "Week of the year" },
  { value: "monthOfYear", label: "Month of the year" },
  { value: "quarterOfYear", label: "Quarter of the year" },
  { value: "year", label: "Year" },
  { value: "minuteOfHour", label: "Minute of the hour" },
];

export const SCOPES: readonly Choice[] = [
  { value: "server", label: "Server", says: "Set here, about the device." },
  { value: "shared", label: "Shared", says: "Set here, for the device to read." },
  { value: "client", label: "Client", says: "Told by the device." },
  { value: "any", label: "Any", says: "Server before shared before client." },
];

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
      return `${wordOf(ENTITY_FIELDS, text("field")).toLowerCase()} of the ${text("of") || "device"}`.replace(
        "self",
        "device",
      );
    case "timeBucket": {
      const amount = numberAt(source, ["amount"]) ?? 1;
      const unit = text("bucket") || "auto";
      if (unit === "auto") return "steps of time, as they fit";
      return amount === 1 ? `each ${unit}` : `each ${amount} ${unit}s`;
    }
    case "timePart":
      return wordOf(PARTS, text("part")).toLowerCase();
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

export function wordOf(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
