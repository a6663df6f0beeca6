// Which entities of a kind a caller may see: the access boundary of every query. Source: REST contract 1.7 and 13.
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import type { QueryableType } from "./entity-query.ts";
import type { Caller } from "../caller.ts";

/** The part of the store to which a query is restricted. */
export type EntityScope =
  /** Everything in the installation: tenants, and administrators among the users. */
  | { readonly kind: "system" }
  | { readonly kind: "tenant"; readonly tenantId: TenantId }
  /** What belongs to a customer. */
  | { readonly kind: "customer"; readonly tenantId: TenantId; readonly customerId: CustomerId };

export interface VisibleEntities {
  readonly scope: EntityScope;
  /** Attributes and telemetry are shown only for this user; null shows them for all entities in the scope. */
  readonly valuesOnlyOf: UserId | null;
}

type Column = (viewer: Caller) => VisibleEntities | undefined;

const none: Column = () => undefined;
const system: Column = () => ({ scope: { kind: "system" }, valuesOnlyOf: null });
const tenant: Column = ({ tenantId }) =>
  tenantId === null ? undefined : { scope: { kind: "tenant", tenantId }, valuesOnlyOf: null };
const customer: Column = ({ tenantId, customerId }) =>
  tenantId === null || customerId === null
    ? undefined
    : {
        scope: { kind: "customer", tenantId, customerId },
        valuesOnlyOf: null,
      };
/** A customer user sees the other users, but not their values; a public session sees no users. */
const colleagues: Column = (viewer) => {
  const visible = viewer.isPublic === true ? undefined : customer(viewer);
  return visible === undefined ? undefined : { ...visible, valuesOnlyOf: viewer.userId };
};

const COLUMN = { SYS_ADMIN: 0, TENANT_ADMIN: 1, CUSTOMER_USER: 2 } as const;

const VISIBLE: Readonly<Record<QueryableType, readonly [Column, Column, Column]>> = {
  // [SYS_ADMIN, TENANT_ADMIN, CUSTOMER_USER]
  DEVICE: [none, tenant, customer],
  CUSTOMER: [none, tenant, customer],
  USER: [system, tenant, colleagues],
  TENANT: [system, tenant, none],
  DEVICE_PROFILE: [none, tenant, tenant],
};

/** Undefined if the caller sees no entity of the kind, so that every query about it is empty. */
export function visibleEntities(viewer: Caller, entityType: QueryableType): VisibleEntities | undefined {
  return VISIBLE[entityType][COLUMN[viewer.authority]](viewer);
}
