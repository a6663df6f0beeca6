// Words for the contents of the audit log.
import type { Schema } from "../../api/schemas.ts";
import { words } from "../../words/words.ts";

export type AuditLog = Schema<"AuditLog">;
export type AuditAction = AuditLog["actionType"];

export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = words.audit.actions;

const ACTIONS = Object.keys(ACTION_LABELS);

export function isAction(text: string): text is AuditAction {
  return ACTIONS.includes(text);
}

/** Nobody knows who used a link: the record names the user who created it. */
export function isOfLink({ actionType }: Pick<AuditLog, "actionType">): boolean {
  return actionType === "LINK_USED";
}

export const ACTION_CHOICES = Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label }));

const TYPE_LABELS = words.audit.types;

export type AuditedType = keyof typeof TYPE_LABELS;

const AUDITED_TYPES = Object.keys(TYPE_LABELS);

/** Whether the log can be filtered by the id of such an entity. */
export function isAuditedType(text: string): text is AuditedType {
  return AUDITED_TYPES.includes(text);
}

export function typeLabel(entityType: string): string {
  return isAuditedType(entityType) ? TYPE_LABELS[entityType] : entityType;
}

/** The path of the entity's page; null if it has none. */
export function pathOf({ entityType, id }: AuditLog["entityId"]): string | null {
  const pages: Readonly<Record<string, string>> = {
    TENANT: "/tenants",
    TENANT_PROFILE: "/tenant-profiles",
    CUSTOMER: "/customers",
    DEVICE: "/devices",
    DASHBOARD: "/dashboards",
    TABLE_VIEW: "/views",
  };
  const page = pages[entityType];
  return page === undefined ? null : `${page}/${id}`;
}
