// Import of telemetry: CSV or NDJSON of any size, read as it arrives. Source: REST contract 9, decision 0025.
import type { Readable } from "node:stream";
import { Type, type Static } from "typebox";
import { isPermitted, permitMember } from "../../../core/access/permissions.ts";
import type { KnownDevice } from "../../../core/devices/known-device.ts";
import { invalid } from "../../../core/errors.ts";
import type { ImportReport } from "../../../core/history/import-report.ts";
import type { ImportService } from "../../../core/history/import-service.ts";
import { NAMES_KEPT_MAX, type ImportRun } from "../../../core/history/import-run.ts";
import type { ValueLimits } from "../../../core/values.ts";
import type { Clock } from "../../../lib/clock.ts";
import { nextTurn } from "../../../lib/next-turn.ts";
import { deviceResource } from "../device-access.ts";
import { CsvRows } from "../history/csv-rows.ts";
import { NdjsonRows } from "../history/ndjson-rows.ts";
import { uploadText, type UploadOptions } from "../history/upload-text.ts";
import { EXAMPLE_TIME } from "../example-values.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import type { LastingCalls } from "../lasting-calls.ts";
import { nullable } from "../nullable.ts";
import { MEMBERS, resource, type RestRoute } from "../route.ts";
import { named, part } from "../wire.ts";

export interface HistoryImportDeps {
  readonly imports: Pick<ImportService, "run">;
  readonly lasting: LastingCalls;
  readonly clock: Clock;
  readonly values: ValueLimits;
  readonly uploads: UploadOptions;
}

const CSV_TYPES = ["text/csv"];
const NDJSON_TYPES = ["application/x-ndjson", "application/ndjson", "application/jsonl"];
const EXAMPLES_DEFAULT = 100;
const EXAMPLES_MAX = 10_000;

const COUNTED_UP_TO = `Counted up to ${String(NAMES_KEPT_MAX)}.`;

const ImportQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ description: "True writes nothing and reports what would be refused." })),
  createDevices: Type.Optional(
    Type.Boolean({
      description: "True creates devices that do not exist, with the default profile; administrators only.",
    }),
  ),
  errorsMax: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: EXAMPLES_MAX,
      description: `Refused values that the report shows, ${String(EXAMPLES_DEFAULT)} when left out; the counts are always whole.`,
    }),
  ),
});

const Refusal = Type.Object({ field: Type.String(), reason: Type.String(), count: Type.Integer() });
const Example = Type.Object({
  line: Type.Integer(),
  field: Type.String(),
  reason: Type.String(),
  message: Type.String(),
});
const Report = named("ImportReport", {
  dryRun: [Type.Boolean(), false],
  rows: [Type.Integer({ description: "Rows read, without the head of a CSV and empty lines." }), 3],
  accepted: [Type.Integer({ description: "Points that are stored and synced, or would be." }), 2],
  refused: [Type.Integer({ description: "Rows, and values of rows with several, that were not taken." }), 1],
  startTs: [nullable(Type.Integer({ description: "Time of the oldest accepted point." })), EXAMPLE_TIME],
  endTs: [nullable(Type.Integer({ description: "Time of the newest accepted point." })), EXAMPLE_TIME + 60_000],
  devices: part({
    written: [Type.Integer({ description: `Devices that were given points. ${COUNTED_UP_TO}` }), 1],
    created: [Type.Integer(), 0],
    unknown: [Type.Integer({ description: `Names that no device has. ${COUNTED_UP_TO}` }), 1],
    unknownNames: [Type.Array(Type.String(), { description: "Some of them, as many as errorsMax." }), ["boiler-9"]],
  }),
  refusals: [
    Type.Array(Refusal, { description: "What was refused and why, all of it counted." }),
    [{ field: "device", reason: "unknown-device", count: 1 }],
  ],
  errors: [
    Type.Array(Example, { description: "The first of them with their lines." }),
    [{ line: 4, field: "device", reason: "unknown-device", message: 'there is no device "boiler-9"' }],
  ],
  errorsOmitted: [Type.Integer({ description: "Refused values that are not among these errors." }), 0],
});

const ABOUT = `Takes \`text/csv\` or \`application/x-ndjson\`, of any size and however slowly it comes, and reads it as it arrives.
What an export of this platform wrote comes back with the same values and types.

A CSV begins with the names of its columns, separated by commas: \`device,ts,key,value\` and optionally \`type\` (\`number\`,
\`boolean\`, \`string\`, \`json\`), with a row for each point; or \`device,ts\` and a column for each key, with a row for each time.
Without a type a value is the number or boolean that it spells, else a string; an empty field is no value. Lines of NDJSON are
\`{"device","ts","key","value"}\` or \`{"device","ts","values":{…}}\`; their texts follow the \`jsonTypeCast\` of the device's profile, as
telemetry does. A time is in milliseconds since 1970, or ISO 8601 with an offset.

Rows that cannot be taken are refused one by one and reported with their line; all others are stored, and synced before the
answer comes. A point replaces one of the same device, key and time, so that sending a file again changes nothing. **When an
import ends early** the message of the error says up to which line all is stored. The rate limits of devices do not apply; what is stored counts
against \`maxDPStorageDays\` of the tenant, whose end is 429.`;

const api = resource("history", MEMBERS);

type Rows = Pick<CsvRows, "push" | "end">;

export function historyImportRoutes(deps: HistoryImportDeps): readonly RestRoute[] {
  const { imports, lasting, clock, values, uploads } = deps;
  const feed = async (body: Readable, rows: Rows, run: ImportRun, signal: AbortSignal): Promise<void> => {
    for await (const text of uploadText(body, { ...uploads, signal }, clock)) {
      rows.push(text);
      await run.pause();
      // Yield, or a sender that is faster than the reading would occupy this thread.
      await nextTurn();
    }
    rows.end();
  };

  return [
    api.post("/api/telemetry/import", "importTelemetry", {
      summary: "Telemetry with its times from a file of any size",
      description: ABOUT,
      errors: [408],
      query: ImportQuery,
      body: "upload",
      bodyTypes: [...CSV_TYPES, ...NDJSON_TYPES],
      bodyDescribes: Type.String({
        title: "TelemetryUpload",
        examples: ["device,ts,key,value,type\nboiler-7,1767225600000,temperature,21.5,number\n"],
      }),
      answer: Report,
      audit: {
        action: "TIMESERIES_UPDATED",
        entity: () => undefined,
        data: ({ query }, report) => ({ import: report ?? {}, ...query }),
      },
      async handle({ principal, query, body, headers }, reply) {
        const { dryRun = false, createDevices = false, errorsMax = EXAMPLES_DEFAULT } = query;
        permitMember(principal, "write-values", "DEVICE");
        if (createDevices) permitMember(principal, "create", "DEVICE");
        requirePlain(headers["content-encoding"]);
        const { isJson, rowsOf } = readerFor(headers["content-type"], values, uploads.lineBytesMax);
        if (body === undefined) throw invalid("the body is empty: send the rows as text/csv or application/x-ndjson");
        const { tenantId } = principal;
        const mayWrite = (device: KnownDevice): boolean =>
          isPermitted<"DEVICE">(principal, "write-values", deviceResource(device));
        try {
          const lockout = await lasting.lockoutOf(principal, reply);
          const terms = { tenantId, dryRun, createDevices, isJson, examplesMax: errorsMax, mayWrite };
          return showReport(await imports.run(terms, (run) => feed(body, rowsOf(run), run, lockout)));
        } catch (error) {
          // The rest of the body is not read, so the connection cannot be reused.
          reply.header("connection", "close");
          throw error;
        }
      },
    }),
  ];
}

function showReport({ examples, ...report }: ImportReport): Static<typeof Report> {
  const { devices, refusals, refused } = report;
  return {
    ...report,
    devices: { ...devices, unknownNames: [...devices.unknownNames] },
    refusals: [...refusals],
    errors: [...examples],
    errorsOmitted: refused - examples.length,
  };
}

/** Histories are often stored compressed; without this check they would be refused as invalid text. */
function requirePlain(encoding: string | undefined): void {
  if (encoding === undefined || /^(identity)?$/i.test(encoding.trim())) return;
  throw new HttpError(
    415,
    ErrorCode.BAD_REQUEST,
    `the content encoding "${encoding.slice(0, 64)}" is not supported, send the rows as they are`,
  );
}

function readerFor(
  contentType: string | undefined,
  values: ValueLimits,
  lineBytesMax: number,
): { readonly isJson: boolean; readonly rowsOf: (run: ImportRun) => Rows } {
  const type = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (CSV_TYPES.includes(type)) return { isJson: false, rowsOf: (run) => new CsvRows(run, values, lineBytesMax) };
  if (NDJSON_TYPES.includes(type)) return { isJson: true, rowsOf: (run) => new NdjsonRows(run, values) };
  throw new HttpError(
    415,
    ErrorCode.BAD_REQUEST,
    `the media type "${type.slice(0, 64)}" is not supported, send text/csv or application/x-ndjson`,
  );
}
