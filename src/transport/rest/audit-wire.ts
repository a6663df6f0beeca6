// Records of the audit log as REST writes them. Source: REST contract 12.
import { Type, type Static } from "typebox";
import { AUDIT_ACTIONS } from "../../core/audit-trail.ts";
import type { AuditRecord } from "../../core/audit/audit-record.ts";
import { parseExactly } from "../../lib/json.ts";
import { EntityRefSchema, NULL_UUID, entityRef, RecordRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME, NO_CUSTOMER } from "./example-values.ts";
import { oneOf, TextOrNull } from "./nullable.ts";
import { named } from "./wire.ts";

export const AuditLogSchema = named("AuditLog", {
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

export function showAuditRecord(record: AuditRecord): Static<typeof AuditLogSchema> {
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
