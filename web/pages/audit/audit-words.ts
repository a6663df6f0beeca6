// Words for the contents of the audit log.
import type { Schema } from "../../api/schemas.ts";

export type AuditLog = Schema<"AuditLog">;
export type AuditAction = AuditLog["actionType"];

export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  ADDED: "Added",
  UPDATED: "Changed",
  DELETED: "Deleted",
  ATTRIBUTES_UPDATED: "Attributes changed",
  ATTRIBUTES_DELETED: "Attributes deleted",
  ATTRIBUTES_READ: "Attributes read",
  TIMESERIES_UPDATED: "Telemetry written",
  TIMESERIES_DELETED: "Telemetry deleted",
  RPC_CALL: "RPC call",
  CREDENTIALS_UPDATED: "Credentials changed",
  CREDENTIALS_READ: "Credentials read",
  ASSIGNED_TO_CUSTOMER: "Assigned to customer",
  UNASSIGNED_FROM_CUSTOMER: "Unassigned from customer",
  LOGIN: "Signed in",
  LOGOUT: "Signed out",
  LOCKOUT: "Locked out",
  PROVISION_SUCCESS: "Provisioned",
  PROVISION_FAILURE: "Provisioning refused",
  EXPORTED: "Exported",
  LINK_USED: "Share link used",
  PAUSED: "Paused",
  RESUMED: "Resumed",
  STOPPED: "Stopped",
};

const ACTIONS = Object.keys(ACTION_LABELS);

export function isAction(text: string): text is AuditAction {
  return ACTIONS.includes(text);
}

export const ACTION_CHOICES = Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label }));

const TYPE_LABELS = {
  TENANT: "Tenant",
  TENANT_PROFILE: "Tenant profile",
  CUSTOMER: "Customer",
  USER: "User",
  DEVICE: "Device",
  DEVICE_PROFILE: "Device profile",
  OTA_ROLLOUT: "Rollout",
  DASHBOARD: "Dashboard",
  API_KEY: "API key",
  RPC: "RPC call",
  TABLE_VIEW: "Table view",
  VIEW_LINK: "Share link",
  DASHBOARD_LINK: "Share link of a dashboard",
  REPORT: "Report",
  OTA_PACKAGE: "Package",
} as const;

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
