// The audit log: lists of one tenant's records, or of the system administrators' own. Source: REST contract 12.
import { Type, type Static } from "typebox";
import { permitRole } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { AuditLog } from "../../../core/audit/audit-log.ts";
import { AUDIT_SORTS, type AuditFilter, type AuditRecord } from "../../../core/audit/audit-record.ts";
import { AUDIT_ACTIONS, AUDITED_TYPES, type AuditAction } from "../../../core/audit-trail.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId, type CustomerId, type UserId } from "../../../core/ids.ts";
import { millis } from "../../../lib/clock.ts";
import { parseEntityType, UuidParam, EntityRefSchema, NULL_UUID, entityRef, RecordRefSchema } from "../entity-ids.ts";
import { oneOf, TextOrNull, wordOf } from "../nullable.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { ADMINISTRATORS, TENANT, resource, type RestRoute } from "../route.ts";
import { parseExactly } from "../../../lib/json.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME, NO_CUSTOMER } from "../example-values.ts";
import { named } from "../wire.ts";

const AuditLogSchema = named("AuditLog", {
  id: [RecordRefSchema, { id: "0198a1c0-0000-7000-8000-000000000090" }],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  customerId: [EntityRefSchema, NO_CUSTOMER],
  entityId: [EntityRefSchema, EXAMPLE_REFS.device],
  entityName: [TextOrNull, "boiler-7"],
  userId: [EntityRefSchema, EXAMPLE_REFS.user],
  userName: [TextOrNull, "ada@example.com"],
  actionType: [oneOf(AUDIT_ACTIONS), "ATTRIBUTES_UPDATED"],
  actionData: [
    Type.Unsafe<unknown>({ type: "object", additionalProperties: true }),
    { scope: "SERVER_SCOPE", attributes: { mode: "eco" } },
  ],
  actionStatus: [oneOf(["SUCCESS", "FAILURE"]), "SUCCESS"],
  actionFailureDetails: [Type.String(), ""],
});

function showAuditRecord(record: AuditRecord): Static<typeof AuditLogSchema> {
  return {
    id: { id: record.id },
    createdTime: record.createdAt,
    tenantId: entityRef("TENANT", record.tenantId),
    customerId: entityRef("CUSTOMER", record.customerId),
    entityId: { entityType: record.entityType, id: record.entityId ?? NULL_UUID },
    entityName: record.entityName,
    userId: entityRef("USER", record.userId),
    userName: record.userName,
    actionType: record.action,
    actionData: parseExactly(record.data),
    actionStatus: record.failure === null ? "SUCCESS" : "FAILURE",
    actionFailureDetails: record.failure ?? "",
  };
}

const api = resource("audit log", ADMINISTRATORS);

export interface AuditLogRouteDeps {
  readonly log: Pick<AuditLog, "list">;
  readonly pageRowsMax: number;
}

const LogQuery = pageQuery(AUDIT_SORTS, {
  startTime: Type.Optional(Type.Integer({ minimum: 0, description: "Milliseconds; from this time, inclusive." })),
  endTime: Type.Optional(Type.Integer({ minimum: 0, description: "Milliseconds; up to this time, inclusive." })),
  actionTypes: Type.Optional(Type.String({ description: `Comma-separated, of ${AUDIT_ACTIONS.join(", ")}.` })),
  actionStatus: Type.Optional(oneOf(["SUCCESS", "FAILURE"])),
});
const LogPage = pageOf(AuditLogSchema);

export function auditLogRoutes({ log, pageRowsMax }: AuditLogRouteDeps): readonly RestRoute[] {
  const list = async (principal: Principal, about: AuditFilter["about"], query: Static<typeof LogQuery>) => {
    permitRole(principal, "read", "AUDIT_LOG");
    const { startTime, endTime, actionTypes, actionStatus } = query;
    const filter = {
      tenantId: principal.tenantId,
      about,
      startTime: startTime === undefined ? null : millis(startTime),
      endTime: endTime === undefined ? null : millis(endTime),
      actions: parseActions(actionTypes),
      status: actionStatus ?? null,
    };
    const request = parsePage(query, AUDIT_SORTS, pageRowsMax);
    return toPage(await log.list(filter, request), request, showAuditRecord);
  };

  return [
    api.get("/api/audit/logs", "getAuditLogs", {
      summary: "What has been done in the tenant, or by the system administrators",
      query: LogQuery,
      answer: LogPage,
      handle: ({ principal, query }) => list(principal, { kind: "all" }, query),
    }),
    api.get("/api/audit/logs/entity/:entityType/:entityId", "getAuditLogsByEntityId", {
      summary: "What has been done to an entity",
      params: Type.Object({ entityType: wordOf(AUDITED_TYPES), entityId: UuidParam }),
      query: LogQuery,
      answer: LogPage,
      handle({ principal, params, query }) {
        const wanted = parseEntityType(params.entityType.toUpperCase(), "entityType");
        const type = AUDITED_TYPES.find((known) => known === wanted);
        if (type === undefined)
          throw invalid(`the audit log knows entities of the types ${AUDITED_TYPES.join(", ")}, got "${wanted}"`);
        return list(principal, { kind: "entity", type, id: params.entityId.toLowerCase() }, query);
      },
    }),
    api.get("/api/audit/logs/customer/:customerId", "getAuditLogsByCustomerId", {
      summary: "What has been done to what a customer has, and by its users",
      access: TENANT,
      query: LogQuery,
      answer: LogPage,
      handle: ({ principal, params, query }) =>
        list(principal, { kind: "customer", id: parseId<CustomerId>(params.customerId, "customerId") }, query),
    }),
    api.get("/api/audit/logs/user/:userId", "getAuditLogsByUserId", {
      summary: "What a user has done",
      access: TENANT,
      query: LogQuery,
      answer: LogPage,
      handle: ({ principal, params, query }) =>
        list(principal, { kind: "user", id: parseId<UserId>(params.userId, "userId") }, query),
    }),
  ];
}

/** Null means every action, as does an empty list. */
function parseActions(text: string | undefined): readonly AuditAction[] | null {
  const words = (text ?? "").split(",").map((word) => word.trim());
  const named = words.filter((word) => word !== "");
  if (named.length === 0) return null;
  return [...new Set(named)].map((word) => {
    const action = AUDIT_ACTIONS.find((known) => known === word.toUpperCase());
    if (action === undefined)
      throw invalid(`actionTypes must be of ${AUDIT_ACTIONS.join(", ")}, got "${word.slice(0, 64)}"`);
    return action;
  });
}
