// Time ranges in words. Source: analytics contract 7 no. 4.
import { Type } from "typebox";
import { RANGE_TEXT_LENGTH_MAX } from "../../../core/analytics/time/range-text.ts";
import type { RangeTexts, ReadRange } from "../../../core/analytics/time/range-texts.ts";
import { TimeRangeSchema } from "../../../core/analytics/view/field-schema.ts";
import { rangeJson } from "../../../core/analytics/view/view-json.ts";
import { oneOf, text, whole } from "../../../core/schema-words.ts";
import type { RestRoute } from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1 } from "./analytics-paths.ts";
import { sent } from "./report-wire.ts";

export interface RangeRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly ranges: Pick<RangeTexts, "read">;
}

const EXAMPLE = {
  text: "last 3 full weeks",
  timeRange: {
    ...{ type: "rolling", amount: 3, unit: "w", align: "w", offset: 0 },
    ...{ timezone: "Europe/Kyiv", weekStart: "monday", fiscalStartMonth: 1, delayMs: 0 },
  },
  startTs: 1_765_749_600_000,
  endTs: 1_767_564_000_000,
};

const RangeSchema = Type.Object(
  {
    text: Type.String({ description: "The text as it was understood." }),
    timeRange: Type.Unsafe<unknown>(TimeRangeSchema),
    startTs: Type.Integer({ description: "Where it begins now, in milliseconds." }),
    endTs: Type.Integer({ description: "Where it ends now; this instant is outside." }),
  },
  { title: "RangeInWords", examples: [EXAMPLE] },
);

const AnswerSchema = Type.Object(
  {
    match: Type.Union([RangeSchema, Type.Null()], {
      description: "Null for a text that may mean several things, or none.",
    }),
    proposals: Type.Array(RangeSchema, { description: "What it may mean then, three at most." }),
  },
  { title: "ParsedRange", examples: [{ match: EXAMPLE, proposals: [] }] },
);

const RangeInWords = sent(
  "RangeText",
  {
    text: text(RANGE_TEXT_LENGTH_MAX, { minLength: 1, "x-trim": true, "x-code": "RANGE_INVALID" }),
    timezone: Type.String({
      default: "viewer",
      "x-code": "ZONE_UNKNOWN",
      description: "An IANA name, viewer or tenant.",
    }),
    weekStart: oneOf(["monday", "sunday", "saturday"], { default: "monday" }),
    fiscalStartMonth: whole(1, 12, { default: 1 }),
  },
  { examples: [{ text: "last 3 full weeks", timezone: "Europe/Kyiv" }] },
);

export function rangeRoutes({ edge, ranges }: RangeRouteDeps): readonly RestRoute[] {
  return [
    analyticsResource(edge).post(`${ANALYTICS_V1}/ranges/parse`, "parseRange", {
      summary: 'A time range in English words, as "last 3 full weeks"; unclear words give proposals',
      readsOnly: true,
      body: RangeInWords,
      answer: AnswerSchema,
      async handle({ principal, body }) {
        const { text: words, ...rules } = body;
        const { match, proposals } = await ranges.read(words, rules, readerOf(principal));
        return { match: match === null ? null : shown(match), proposals: proposals.map(shown) };
      },
    }),
  ];
}

function shown({ text, timeRange, startTs, endTs }: ReadRange) {
  return { text, timeRange: rangeJson(timeRange), startTs, endTs };
}
