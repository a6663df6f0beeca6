// The source of a column's values, in words. Source: analytics contract 2.5.
import { choices, labelOfChoice } from "../../components/choices.ts";
import type { SourceDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.sources;

export const ENTITY_FIELDS = choices(texts.entityFields);
export const OWNERS = choices(texts.owners);
export const BUCKETS = choices(texts.buckets, texts.bucketsSay);
export const PARTS = choices(texts.parts, texts.partsSay);
export const SCOPES = choices(texts.scopes, texts.scopesSay);

/** A short title; it may contain names from outside. */
export function sourceTitle(source: SourceDraft): string {
  const { type, key = "", path, scope = "", field = "", bucket = "auto", amount = 1, part = "", stage } = source;
  const { titles } = texts;
  const owner = source.of ?? "self";
  const pathed = path ? `${key} → ${path}` : key;
  switch (type) {
    case "telemetry":
      return titles.telemetry(pathed, owner);
    case "attribute":
      return titles.attribute(labelOfChoice(SCOPES, scope), pathed, owner);
    case "entity":
      return titles.entity(labelOfChoice(ENTITY_FIELDS, field), owner);
    case "timeBucket":
      return bucket === "auto" ? titles.automatic : titles.each(amount, bucket);
    case "timePart":
      return titles.part(labelOfChoice(PARTS, part));
    case "timestamp":
      return titles.timestamp;
    case "constant":
      return titles.constant;
    case "expression":
      return stage === "row" ? titles.valueFormula : titles.columnFormula;
    default:
      return titles.nothing;
  }
}
