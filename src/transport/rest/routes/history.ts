// Telemetry in bulk as files, of one entity or of many devices. Source: REST contract 9, decision 0024.
import { Type, type Static } from "typebox";
import { permit, permitMember } from "../../../core/access/permissions.ts";
import type { Principal, TenantMember } from "../../../core/access/principal.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import type { DeviceProfileService } from "../../../core/devices/device-profile-service.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import type { ExportService, ExportTerms } from "../../../core/history/export-service.ts";
import { EXPORT_FORMATS, type DeviceSelection, type ExportFormat } from "../../../core/history/history.ts";
import { parseId, type CustomerId, type DeviceId, type DeviceProfileId } from "../../../core/ids.ts";
import { streamOf } from "../caller-signal.ts";
import type { DeviceAccess } from "../device-access.ts";
import { parseIdList } from "../entity-ids.ts";
import type { LastingCalls } from "../lasting-calls.ts";
import { ALL_AUTHORITIES, MEMBERS, streamed, resource, type RestReply, type RestRoute } from "../route.ts";
import { OWNER, seriesOwner, type ValueOwners } from "../value-owner.ts";
import { ExportQuery, openWindow, parseKeys } from "../value-query.ts";

const api = resource("history", ALL_AUTHORITIES);

export interface HistoryRouteDeps {
  readonly owners: ValueOwners;
  readonly access: DeviceAccess;
  readonly profiles: Pick<DeviceProfileService, "tenantOf">;
  readonly customers: Pick<CustomerService, "require">;
  readonly exports: Pick<ExportService, "ofOwner" | "ofDevices">;
  readonly lasting: LastingCalls;
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  CSV: "text/csv; charset=utf-8",
  NDJSON: "application/x-ndjson",
  PARQUET: "application/vnd.apache.parquet",
};
const FILE_ENDINGS: Readonly<Record<ExportFormat, string>> = { CSV: "csv", NDJSON: "ndjson", PARQUET: "parquet" };

const File = streamed(
  ["text/csv; charset=utf-8", "application/x-ndjson", "application/vnd.apache.parquet"],
  Type.String({
    title: "TelemetryFile",
    examples: [
      "device,ts,key,value,type\nboiler-7,1767225600000,temperature,21.5,number\n#complete,,points,1,number\n",
    ],
  }),
);

const ABOUT_EXPORTS = `Points come in order of time, those of one time in an order that stays the same. A download that breaks is
resumed with \`startTs\` set to the time of the last line seen: the points of that time come once more.

A CSV has the columns \`device,ts,key,value,type\` (\`entity\` in the place of \`device\` where the owner is none), a type being
\`number\`, \`boolean\`, \`string\` or \`json\`; its last line is \`#complete,,points,<count>,number\`. NDJSON has an object for each
point, \`{"device","ts","key","value"}\`, and ends with \`{"complete":true,"points":<count>}\`. Parquet has the columns \`device\`,
\`ts\`, \`key\`, \`number\`, \`text\` and \`type\`. Values are exact; in a CSV, names, keys and texts that a
spreadsheet would take for a formula begin with an apostrophe, which an import removes.

**A file without its last line, and a Parquet file that cannot be opened, is not complete**; the connection is cut then. What is
stored while the export runs may or may not be part of it.`;

const SelectionQuery = Type.Object({
  ...ExportQuery.properties,
  deviceIds: Type.Optional(
    Type.Array(Type.String(), { description: "Ids of devices; one that may not be read refuses the call." }),
  ),
  deviceProfileId: Type.Optional(Type.String({ format: "uuid", description: "Only devices of this profile." })),
  customerId: Type.Optional(Type.String({ format: "uuid", description: "Only devices of this customer." })),
});

export function historyRoutes({
  owners,
  access,
  profiles,
  customers,
  exports,
  lasting,
}: HistoryRouteDeps): readonly RestRoute[] {
  /** Selects only what the caller may read; everything that a filter names must exist for the caller. */
  const select = async (
    principal: TenantMember,
    { deviceIds, deviceProfileId, customerId }: Static<typeof SelectionQuery>,
  ): Promise<DeviceSelection> => {
    const ids = deviceIds === undefined ? undefined : parseIdList<DeviceId>(deviceIds, "deviceIds");
    for (const id of ids ?? []) await access.require(principal, id, "read-values");
    const profile =
      deviceProfileId === undefined ? undefined : parseId<DeviceProfileId>(deviceProfileId, "deviceProfileId");
    if (profile !== undefined) {
      const tenantId = await profiles.tenantOf(profile);
      if (tenantId === undefined) throw new DomainError("not-found", `device profile ${profile} does not exist`);
      permit<"DEVICE_PROFILE">(principal, "read-info", { kind: "DEVICE_PROFILE", tenantId });
    }
    const customer = customerId === undefined ? undefined : parseId<CustomerId>(customerId, "customerId");
    if (customer !== undefined) {
      const { tenantId } = await customers.require(customer);
      permit<"CUSTOMER">(principal, "read-values", { kind: "CUSTOMER", tenantId, customerId: customer });
    }
    return {
      tenantId: principal.tenantId,
      customerId: principal.customerId ?? customer,
      deviceProfileId: profile,
      deviceIds: ids,
    };
  };

  return [
    api.get("/api/plugins/telemetry/:entityType/:entityId/values/timeseries/export", "exportTimeseries", {
      summary: "Telemetry of an entity as a file of any size",
      description: ABOUT_EXPORTS,
      params: Type.Object(OWNER),
      query: ExportQuery,
      answer: File,
      async handle({ principal, params, query }, reply) {
        const owner = await owners.require(principal, params.entityType, params.entityId, "read-values");
        const caller = await lasting.signalOf(principal, reply);
        const column = owner.kind === "device" ? "device" : "entity";
        const running = await exports.ofOwner(seriesOwner(owner), column, termsOf(principal, query), caller);
        announce(reply, formatOf(query));
        return streamOf(running, caller);
      },
    }),
    api.get("/api/telemetry/export", "exportTelemetry", {
      summary: "Telemetry of many devices as a file of any size",
      access: MEMBERS,
      description: `All devices that the caller may read, unless filters narrow them.\n\n${ABOUT_EXPORTS}`,
      query: SelectionQuery,
      answer: File,
      async handle({ principal, query }, reply) {
        permitMember(principal, "read-values", "DEVICE");
        const caller = await lasting.signalOf(principal, reply);
        const running = await exports.ofDevices(await select(principal, query), termsOf(principal, query), caller);
        announce(reply, formatOf(query));
        return streamOf(running, caller);
      },
    }),
  ];
}

function termsOf({ tenantId }: Principal, query: Static<typeof ExportQuery>): ExportTerms {
  return { tenantId, format: formatOf(query), window: openWindow(query), keys: parseKeys(query) };
}

function formatOf(query: Static<typeof ExportQuery>): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === (query.format ?? "CSV").toUpperCase());
  if (format === undefined)
    throw invalid(`format must be one of ${EXPORT_FORMATS.join(", ")}, got "${query.format ?? ""}"`);
  return format;
}

function announce(reply: RestReply, format: ExportFormat): void {
  reply.header("content-type", MEDIA_TYPES[format]);
  reply.header("content-disposition", `attachment; filename="telemetry.${FILE_ENDINGS[format]}"`);
}
