// Records of the audit log as REST writes them. Source: REST contract 12.
import { Type, type Static } from "typebox";
import { AUDIT_ACTIONS } from "../../core/audit-trail.ts";
import type { AuditRecord } from "../../core/audit/audit-record.ts";
import { parseExactly } from "../../lib/json.ts";
import { EntityRefSchema, NULL_UUID, entityRef, RecordRefSchema } from "./entity-ids.ts";
import { oneOf, TextOrNull } from "./nullable.ts";

export const AuditLogSchema = Type.Object(
  {
    id: RecordRefSchema,
    createdTime: Type.Integer(),
    tenantId: EntityRefSchema,
    customerId: EntityRefSchema,
    entityId: EntityRefSchema,
    entityName: TextOrNull,
    userId: EntityRefSchema,
    userName: TextOrNull,
    actionType: oneOf(AUDIT_ACTIONS),
    actionData: Type.Unsafe<unknown>({ type: "object", additionalProperties: true }),
    actionStatus: oneOf(["SUCCESS", "FAILURE"]),
    actionFailureDetails: Type.String(),
  },
  {
    title: "AuditLog",
    examples: [
      {
        id: { id: "0198a1c0-0000-7000-8000-000000000090" },
        createdTime: 1767225600000,
        tenantId: { entityType: "TENANT", id: "0198a1c0-0000-7000-8000-000000000010" },
        customerId: { entityType: "CUSTOMER", id: NULL_UUID },
        entityId: { entityType: "DEVICE", id: "0198a1c0-0000-7000-8000-000000000040" },
        entityName: "boiler-7",
        userId: { entityType: "USER", id: "0198a1c0-0000-7000-8000-000000000001" },
        userName: "ada@example.com",
        actionType: "ATTRIBUTES_UPDATED",
        actionData: { scope: "SERVER_SCOPE", attributes: { mode: "eco" } },
        actionStatus: "SUCCESS",
        actionFailureDetails: "",
      },
    ],
  },
);

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
