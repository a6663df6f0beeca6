// Time ranges in words. Source: analytics contract 7 no. 4.
import { Type } from "typebox";
import { RANGE_TEXT_LENGTH_MAX } from "../../../core/analytics/time/range-text.ts";
import type { RangeTexts, ReadRange } from "../../../core/analytics/time/range-texts.ts";
import type { CalendarRules } from "../../../core/analytics/view/table-view.ts";
import { rangeJson } from "../../../core/analytics/view/view-json.ts";
import type { RestRoute } from "../route.ts";
import type { AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1 } from "./analytics-paths.ts";
import { analyticsRoute, readerOf } from "./analytics-route.ts";
import { BodyReader } from "./body-reader.ts";

export interface RangeRouteParts {
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
    timeRange: Type.Unsafe<unknown>({ type: "object", description: "A time range as a view saves it." }),
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

const BodySchema = Type.Unsafe<unknown>({
  title: "RangeText",
  type: "object",
  required: ["text"],
  properties: {
    text: { type: "string", minLength: 1, maxLength: RANGE_TEXT_LENGTH_MAX },
    timezone: { type: "string", description: "An IANA name, viewer (unless told otherwise) or tenant." },
    weekStart: { enum: ["monday", "sunday", "saturday"], description: "monday unless told otherwise." },
    fiscalStartMonth: { type: "integer", minimum: 1, maximum: 12, description: "1 unless told otherwise." },
  },
  examples: [{ text: "last 3 full weeks", timezone: "Europe/Kyiv" }],
});

export function rangeRoutes({ edge, ranges }: RangeRouteParts): readonly RestRoute[] {
  return [
    analyticsRoute({
      edge,
      method: "POST",
      path: `${ANALYTICS_V1}/ranges/parse`,
      operationId: "parseRange",
      summary: 'A time range in English words, as "last 3 full weeks"; unclear words give proposals',
      readsOnly: true,
      body: Type.Unknown(),
      bodyDescribes: BodySchema,
      answer: AnswerSchema,
      async handle({ principal, body }) {
        const { text, rules } = parseBody(body);
        const { match, proposals } = await ranges.read(text, rules, readerOf(principal));
        return { match: match === null ? null : shown(match), proposals: proposals.map(shown) };
      },
    }),
  ];
}

function parseBody(json: unknown): { readonly text: string; readonly rules: CalendarRules } {
  const body = BodyReader.of(json);
  const text = body.text("text", "RANGE_INVALID")?.trim() ?? "";
  if (text === "" || text.length > RANGE_TEXT_LENGTH_MAX)
    body.refuse(
      "text",
      "RANGE_INVALID",
      `"text" must have 1 to ${String(RANGE_TEXT_LENGTH_MAX)} characters, got ${String(text.length)}`,
    );
  const rules: CalendarRules = {
    timezone: body.text("timezone", "ZONE_UNKNOWN") ?? "viewer",
    weekStart: body.word("weekStart", ["monday", "sunday", "saturday"], "BODY_INVALID") ?? "monday",
    fiscalStartMonth: body.integer("fiscalStartMonth", 1, 12, "BODY_INVALID") ?? 1,
  };
  body.finish();
  body.requireGood();
  return { text, rules };
}

function shown({ text, timeRange, startTs, endTs }: ReadRange) {
  return { text, timeRange: rangeJson(timeRange), startTs, endTs };
}
