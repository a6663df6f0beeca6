// Reports as files: runs one view as for the specification's call, and writes the requested format. An incomplete file
// says so in its headers and, for formats that people keep, in its name. Source: analytics contract 4.3, 6.2.
import type { Readable } from "node:stream";
import { Type, type Static } from "typebox";
import type { Principal } from "../../../core/access/principal.ts";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import { csvText } from "../../../core/analytics/files/csv-file.ts";
import { ndjsonText } from "../../../core/analytics/files/ndjson-file.ts";
import {
  FILE_FORMATS,
  type FileFormat,
  fileName,
  MEDIA_TYPES,
  type ParquetWriter,
  prepareFile,
  type ReportTable,
} from "../../../core/analytics/files/report-file.ts";
import type { Zones } from "../../../core/analytics/time/zones.ts";
import type { ViewService } from "../../../core/analytics/views/view-service.ts";
import type { AuditData } from "../../../core/audit-trail.ts";
import { disposition } from "../attachment.ts";
import type { AuditRule } from "../audit-rule.ts";
import { cutOffBy } from "../lasting-calls.ts";
import { streamed, type RestReply, type RestRequest, type RestRoute } from "../route.ts";
import { analyticsResource, readBody, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseViewId, ViewParams } from "./analytics-paths.ts";
import type { ReportCalls } from "./report-calls.ts";
import { FileInput, parseFilters, requireKnownParameters } from "./report-wire.ts";
import { textMember } from "../../../lib/members.ts";

export interface ExportRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly views: Pick<ViewService, "runnable">;
  readonly runs: ReportCalls;
  readonly zones: Pick<Zones, "load">;
  readonly parquet: ParquetWriter;
  readonly rowsMax: number;
  readonly bytesMax: number;
}

const Format = Type.Optional(
  Type.String({ description: `One of ${FILE_FORMATS.join(", ")}, in any case; csv where it is missing.` }),
);
const ExportQuery = Type.Object({ format: Format });
const DownloadQuery = Type.Object({
  format: Format,
  rangeStartTs: Type.Optional(Type.Integer({ minimum: 0 })),
  rangeEndTs: Type.Optional(Type.Integer({ minimum: 0 })),
  filters: Type.Optional(Type.String({ description: 'JSON, as {"building":["North"]}.' })),
  timezone: Type.Optional(Type.String()),
});
const FileAnswer = streamed(
  [MEDIA_TYPES.csv, MEDIA_TYPES.xlsx, MEDIA_TYPES.parquet, MEDIA_TYPES.ndjson],
  Type.String({
    title: "ReportFile",
    examples: ["Building,Date,energyUsage\r\nNorth,2026-01-01T00:00:00.000Z,30\r\n"],
  }),
);

const ABOUT = `The first row has the labels. CSV follows RFC 4180, in UTF-8 with a mark: times are ISO 8601 in the zone of the view, and a
text that a spreadsheet would take for a formula has an apostrophe before it. XLSX shows times by the clock of the zone; it
holds 1,048,575 rows and 32,767 characters in a cell. Parquet and NDJSON have typed columns.

A file that is not complete has the header \`X-Report-Truncated: true\` and \`-incomplete\` in its name; a download that breaks
is cut off before its end.`;

/** Memory that the engine needs to write a Parquet file, however short it is. */
const PARQUET_BYTES = 2_097_152;

type Call = RestRequest<unknown, unknown, unknown>;

export function exportRoutes(deps: ExportRouteDeps): readonly RestRoute[] {
  const { edge, views, runs, zones, parquet, rowsMax, bytesMax } = deps;
  /** Audit data of the files that are being sent. */
  const audits = new WeakMap<Readable, AuditData>();

  const send = async (
    call: { readonly principal: Principal; readonly viewId: string; readonly format: string | undefined },
    { timezone, ...range }: Static<typeof FileInput>,
    reply: RestReply,
  ): Promise<Readable> => {
    const format = formatOf(call.format);
    const id = parseViewId(call.viewId);
    let name = "report";
    const audit: { -readonly [Name in keyof AuditData]: AuditData[Name] } = { format };
    cutOffBy(await edge.signalOf(call.principal, reply), reply);
    const stream = await runs.answer(
      {
        principal: call.principal,
        sendingBytes: format === "parquet" ? PARQUET_BYTES : 0,
        request: { ...range, overrides: { ...(timezone === undefined ? {} : { timezone }), rowsMax, bytesMax } },
        async view(reader) {
          const view = await views.runnable(id, reader);
          ({ name } = view);
          return view;
        },
      },
      reply,
      async ({ report, signal }) => {
        const { columns, meta } = report;
        const { rows, truncated } = prepareFile(report, format);
        const table: ReportTable = { columns, rows, zone: await zones.load(meta.timezone) };
        Object.assign(audit, {
          range: [meta.window.startTs, meta.window.endTs],
          rows: rows.length,
          truncated: truncated !== null,
        });
        void reply
          .header("content-type", MEDIA_TYPES[format])
          .header("content-disposition", disposition(fileName(name, format, truncated === null)))
          .header("x-report-rows", String(rows.length))
          .header("x-report-truncated", String(truncated !== null));
        if (truncated !== null)
          void reply
            .header("x-report-truncated-reason", truncated.reason)
            .header("x-report-limit", String(truncated.limit));
        return chunksOf(format, table, signal, parquet);
      },
    );
    audits.set(stream, audit);
    return stream;
  };

  const audit: AuditRule<Call, Readable> = {
    action: "EXPORTED",
    entity: ({ params }) => ({ type: "TABLE_VIEW", id: textMember(params, "viewId") ?? null }),
    data: (_request, answer) => (answer === undefined ? {} : (audits.get(answer) ?? {})),
  };
  const calls = analyticsResource(edge);
  const path = `${ANALYTICS_V1}/views/:viewId/export`;
  const row = {
    summary: "Run a view and get its table as a file",
    description: ABOUT,
    errors: [504],
    readsOnly: true,
    forLinksTo: "view",
    params: ViewParams,
    answer: FileAnswer,
    audit,
  } as const;

  return [
    calls.get(path, "downloadView", {
      ...row,
      query: DownloadQuery,
      handle({ principal, params, query }, reply) {
        requireKnownParameters(query, DownloadQuery);
        const { format, filters, rangeStartTs, rangeEndTs, timezone } = query;
        const read = readBody(FileInput, { rangeStartTs, rangeEndTs, timezone });
        const request = { ...read, filters: parseFilters(filters) };
        return send({ principal, viewId: params.viewId, format }, request, reply);
      },
    }),
    calls.post(path, "exportView", {
      ...row,
      query: ExportQuery,
      body: FileInput,
      handle({ principal, params, query, body }, reply) {
        requireKnownParameters(query, ExportQuery);
        return send({ principal, viewId: params.viewId, format: query.format }, body, reply);
      },
    }),
  ];
}

async function* chunksOf(
  format: FileFormat,
  table: ReportTable,
  signal: AbortSignal,
  parquet: ParquetWriter,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  switch (format) {
    case "csv":
      yield* csvText(table);
      return;
    case "ndjson":
      yield* ndjsonText(table);
      return;
    case "parquet":
      yield* parquet.write(table, signal);
      return;
    case "xlsx": {
      const { xlsxBytes } = await import("../../../core/analytics/files/xlsx-file.ts");
      yield* xlsxBytes(table);
    }
  }
}

function formatOf(text: string | undefined): FileFormat {
  const wanted = (text ?? "csv").toLowerCase();
  const format = FILE_FORMATS.find((known) => known === wanted);
  if (format !== undefined) return format;
  throw new AnalyticsError(
    "PARAMETER_INVALID",
    `format must be one of ${FILE_FORMATS.join(", ")}, got "${wanted.slice(0, 64)}"`,
  );
}
