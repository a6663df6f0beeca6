// Devices as a CSV file: import with a dry run, and export of a list. Source: REST contract 7, decision 0178.
import { Type, type Static } from "typebox";
import { permit, permitMember } from "../../../core/access/permissions.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import { ROW_OUTCOMES, type DeviceImport, type DeviceImportReport } from "../../../core/devices/device-import.ts";
import type { EntityQueryService } from "../../../core/entity-query/entity-query-service.ts";
import type { EntityPage } from "../../../core/entity-query/entity-query.ts";
import { textOfValue } from "../../../core/entity-query/predicates.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId, type CustomerId, type DeviceProfileId } from "../../../core/ids.ts";
import type { Value, ValueLimits } from "../../../core/values.ts";
import type { Clock } from "../../../lib/clock.ts";
import { guarded, quotedField } from "../../../lib/csv-guard.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../../../lib/units.ts";
import { streamOf } from "../caller-signal.ts";
import { EXPORTED_WORDS, exportedKey, isTimeColumn, WRITTEN_WORDS } from "../device-files/device-columns.ts";
import { DeviceRows, type FileColumn } from "../device-files/device-rows.ts";
import { EXAMPLE_REFS } from "../example-values.ts";
import { uploadText, type UploadOptions } from "../history/upload-text.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import type { LastingCalls } from "../lasting-calls.ts";
import { nullable, oneOf, uuidText } from "../nullable.ts";
import { MEMBERS, resource, streamed, TENANT, type RestRoute } from "../route.ts";
import { named, part } from "../wire.ts";

const api = resource("devices", MEMBERS);

export interface DeviceFileDeps {
  readonly deviceImport: Pick<DeviceImport, "run">;
  readonly entityQueries: Pick<EntityQueryService, "all">;
  readonly customers: Pick<CustomerService, "require">;
  readonly lasting: LastingCalls;
  readonly clock: Clock;
  readonly values: ValueLimits;
  readonly uploads: UploadOptions;
}

/** A longer file is refused as `too-large`; nothing is written. */
const ROWS_MAX = 20_000;
const BYTES_MAX = 16 * MEBIBYTE;

/** An export that takes longer is cut off. */
const EXPORT_MILLIS_MAX = 600 * SECOND_MILLIS;

/** So many keys as an entity query may name. */
const COLUMNS_MAX = 50;
const COLUMNS_DEFAULT = ["name", "label", "profile", "gateway", "customer"];

const CSV = "text/csv; charset=utf-8";

const ImportQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ description: "True writes nothing and reports what an import would do." })),
  columns: Type.Optional(
    Type.Array(Type.String(), {
      description: `What each column of the file is, in order: ${WRITTEN_WORDS.join(", ")}. Guessed by the head of the file when left out.`,
    }),
  ),
});

const [Row, ROW_EXAMPLE] = part(
  {
    line: [Type.Integer(), 2],
    name: [Type.String(), "boiler-7"],
    outcome: [oneOf(ROW_OUTCOMES), "new"],
    changes: [Type.Array(Type.String(), { description: "The columns in which a device that exists changes." }), []],
    reason: [nullable(Type.String({ description: "Why the row is refused." })), null],
    deviceId: [nullable(uuidText()), EXAMPLE_REFS.device.id],
    accessToken: [nullable(Type.String({ description: "The random token of a device that was created." })), null],
  },
  { title: "ImportedDevice" },
);

const Report = named("DeviceImportReport", {
  dryRun: [Type.Boolean(), false],
  counts: part({
    new: [Type.Integer(), 1],
    changed: [Type.Integer(), 0],
    unchanged: [Type.Integer(), 0],
    refused: [Type.Integer(), 0],
  }),
  columns: [
    Type.Array(Type.Object({ head: Type.String(), word: Type.String() }), {
      description: "The columns of the file, and what they were taken for.",
    }),
    [{ head: "Name", word: "name" }],
  ],
  newProfiles: [Type.Array(Type.String(), { description: "Profiles that were missing, and are created." }), []],
  rows: [Type.Array(Row), [ROW_EXAMPLE]],
});

const ABOUT_IMPORT = `The head of a CSV names its columns, which are separated by commas, semicolons or tabs; a BOM and any line end
will do. Columns are the \`name\`, by which a device is found, and any of \`label\`, \`profile\` (created if missing), \`gateway\`
(\`true\`, \`yes\`, \`1\`, \`false\`, \`no\`, \`0\`), \`customer\` (a title), \`token\` (an access token; a new device gets a random one
without), \`server:KEY\` and \`shared:KEY\` (attributes; a value is the number or boolean that it spells, else a string). Other columns
are left out. An empty field leaves a device as it is.

Rows are taken one by one: those that cannot be taken are refused with their reason, and all others are stored, and synced
before the answer comes. A dry run says the same and writes nothing. The same file again changes nothing. A file has at most ${String(ROWS_MAX)} rows and ${String(BYTES_MAX / MEBIBYTE)} MiB; a longer
one is refused before anything is written.`;

const ExportQuery = Type.Object({
  columns: Type.Optional(
    Type.Array(Type.String(), {
      description: `Of ${EXPORTED_WORDS.join(", ")}; ${COLUMNS_DEFAULT.join(", ")} when left out.`,
    }),
  ),
  textSearch: Type.Optional(Type.String({ description: "A part of name, label, profile or customer." })),
  deviceProfileId: Type.Optional(uuidText()),
  customerId: Type.Optional(uuidText()),
  active: Type.Optional(Type.Boolean()),
  gateway: Type.Optional(Type.Boolean({ description: "Only gateways, or only devices that are none." })),
});

const File = streamed(
  [CSV],
  Type.String({ title: "DeviceFile", examples: ["name,label,profile,gateway,customer\nboiler-7,,default,false,\n"] }),
);

export function deviceFileRoutes(deps: DeviceFileDeps): readonly RestRoute[] {
  const { deviceImport, entityQueries, customers, lasting, clock, values, uploads } = deps;
  return [
    api.post("/api/devices/import", "importDevices", {
      access: TENANT,
      summary: "Devices from a CSV file",
      description: ABOUT_IMPORT,
      errors: [408],
      query: ImportQuery,
      body: "upload",
      bodyTypes: ["text/csv"],
      bodyDescribes: Type.String({
        title: "DeviceUpload",
        examples: ["name;profile;server:site\nboiler-7;boiler;north\n"],
      }),
      answer: Report,
      audit: {
        action: "ADDED",
        entity: () => undefined,
        // Neither tokens nor the rows, of which there may be thousands.
        data: ({ query }, report) => ({ ...query, devices: report?.counts ?? {} }),
      },
      async handle({ principal, query: { dryRun = false, columns }, body, headers }, reply) {
        permitMember(principal, "create", "DEVICE");
        for (const operation of ["write", "assign", "write-credentials", "write-values"] as const)
          permitMember(principal, operation, "DEVICE");
        const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
        if (type !== "text/csv")
          throw new HttpError(
            415,
            ErrorCode.BAD_REQUEST,
            `the media type "${(type ?? "").slice(0, 64)}" is not supported, send text/csv`,
          );
        if (body === undefined) throw invalid("the body is empty: send the rows as text/csv");
        const { tenantId } = principal;
        try {
          const lockout = await lasting.lockoutOf(principal, reply);
          const file = new DeviceRows({ values, rowsMax: ROWS_MAX, words: columns });
          let chars = 0;
          for await (const text of uploadText(body, { ...uploads, signal: lockout }, clock)) {
            chars += text.length;
            if (chars > BYTES_MAX) throw tooLong();
            file.push(text);
          }
          file.end();
          const report = await deviceImport.run({ tenantId, dryRun }, file.rows, lockout);
          return showReport(dryRun, file.columns, report);
        } catch (error) {
          // The rest of the body is not read, so the connection cannot be reused.
          reply.header("connection", "close");
          throw error;
        }
      },
    }),
    api.get("/api/devices/export", "exportDevices", {
      summary: "Devices of a list as a CSV file",
      description: `The devices that the caller may see, unless filters narrow them, by name, with the columns that are named. Names and texts that a
spreadsheet would take for a formula begin with an apostrophe, which an import removes. What an import knows of the columns, it reads
back without changing anything. The connection is cut if the file cannot be finished.`,
      query: ExportQuery,
      answer: File,
      async handle({ principal, query }, reply) {
        permitMember(principal, "list", "DEVICE");
        permitMember(principal, "read-values", "DEVICE");
        const words = query.columns === undefined || query.columns.length === 0 ? COLUMNS_DEFAULT : query.columns;
        if (words.length > COLUMNS_MAX)
          throw invalid(`columns may name ${String(COLUMNS_MAX)}, got ${String(words.length)}`);
        const shown = words.map(exportedKey);
        const customerId = query.customerId === undefined ? null : parseId<CustomerId>(query.customerId, "customerId");
        if (customerId !== null) {
          const { tenantId } = await customers.require(customerId);
          permit<"CUSTOMER">(principal, "read", { kind: "CUSTOMER", tenantId, customerId });
        }
        const list = {
          customerId,
          profileId:
            query.deviceProfileId === undefined
              ? null
              : parseId<DeviceProfileId>(query.deviceProfileId, "deviceProfileId"),
          active: query.active ?? null,
          gateway: query.gateway ?? null,
          textSearch: query.textSearch === undefined || query.textSearch === "" ? null : query.textSearch,
        };
        const caller = await lasting.signalOf(principal, reply);
        const pieces = entityQueries.all(
          principal,
          {
            filter: { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes: null, list },
            keyFilters: [],
            operation: "AND",
            shown,
            page: { page: 0, size: 1, textSearch: null, sort: { key: exportedKey("name"), order: "ASC" } },
          },
          caller,
        );
        // A query that is refused is answered with its status, so its first piece is read before the answer begins.
        const first = await pieces.next();
        const cut = new AbortController();
        const tooLong = clock.after(EXPORT_MILLIS_MAX, () => {
          cut.abort(
            new DomainError(
              "timeout",
              `the export took longer than ${String(EXPORT_MILLIS_MAX / SECOND_MILLIS)} seconds`,
            ),
          );
        });
        reply.raw.once("close", () => {
          tooLong.cancel();
        });
        reply.header("content-type", CSV);
        reply.header("content-disposition", 'attachment; filename="devices.csv"');
        return streamOf({ chunks: csvOf(words, first, pieces), cutOff: cut.signal }, caller);
      },
    }),
  ];
}

function tooLong(): DomainError {
  return new DomainError("too-large", `a file of devices may have ${String(BYTES_MAX)} bytes, this has more; split it`);
}

function showReport(
  dryRun: boolean,
  columns: readonly FileColumn[],
  { rows, newProfiles }: DeviceImportReport,
): Static<typeof Report> {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome]++;
  return {
    dryRun,
    counts,
    columns: [...columns],
    newProfiles: [...newProfiles],
    rows: rows.map((row) => ({ ...row, changes: [...row.changes] })),
  };
}

type Piece = EntityPage["items"];

async function* csvOf(
  words: readonly string[],
  first: IteratorResult<Piece, void>,
  others: AsyncGenerator<Piece, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(`${words.map((word) => cellOf(word)).join(",")}\n`);
  for (let piece = first; piece.done !== true; piece = await others.next()) {
    const lines = piece.value.map(({ values }) =>
      words.map((word, index) => cellOf(values[index]?.value ?? "", isTimeColumn(word))).join(","),
    );
    yield Buffer.from(`${lines.join("\n")}\n`);
  }
}

function cellOf(value: Value, isTime = false): string {
  if (isTime && typeof value === "number") return value === 0 ? "" : new Date(value).toISOString();
  return quotedField(typeof value === "string" ? guarded(value) : textOfValue(value));
}
