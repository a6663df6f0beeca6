// Permissions as one table: a row per operation, a column per authority, a rule in each cell. Anything not in the table
// is refused. Every REST handler checks here; the services behind it do not check again.
import { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../ids.ts";
import { isPublic, type Principal, type TenantMember } from "./principal.ts";
import type { Authority } from "../caller.ts";

/** The target of an operation, with the facts about its owner that the rules need. */
export type Resource =
  | { readonly kind: "TENANT"; readonly tenantId: TenantId }
  | { readonly kind: "TENANT_PROFILE" }
  | {
      readonly kind: "USER";
      /** Null while the user is being created. */
      readonly userId: UserId | null;
      readonly authority: Authority;
      readonly tenantId: TenantId | null;
      readonly customerId: CustomerId | null;
    }
  | { readonly kind: "CUSTOMER"; readonly tenantId: TenantId; readonly customerId: CustomerId | null }
  | {
      readonly kind: "DEVICE";
      readonly deviceId: DeviceId | null;
      readonly tenantId: TenantId;
      readonly customerId: CustomerId | null;
    }
  | { readonly kind: "DEVICE_PROFILE"; readonly tenantId: TenantId }
  | { readonly kind: "OTA_PACKAGE"; readonly tenantId: TenantId }
  | { readonly kind: "OTA_ROLLOUT"; readonly tenantId: TenantId }
  | {
      readonly kind: "DASHBOARD";
      readonly tenantId: TenantId;
      /** Those it is assigned to. */
      readonly customerIds: readonly CustomerId[];
    }
  | {
      /** The owner is the user that the key stands for. */
      readonly kind: "API_KEY";
      readonly userId: UserId;
      readonly authority: Authority;
      readonly tenantId: TenantId | null;
      readonly customerId: CustomerId | null;
    }
  | { readonly kind: "AUDIT_LOG"; readonly tenantId: TenantId | null }
  /** The query itself limits which entities it covers, so a caller cannot see those of others. */
  | { readonly kind: "ENTITIES" }
  | { readonly kind: "USAGE"; readonly tenantId: TenantId }
  /** The limits that apply to the caller. */
  | { readonly kind: "OWN_LIMITS" }
  /** Figures about what the caller may see. */
  | { readonly kind: "OVERVIEW" }
  | { readonly kind: "ADMIN_SETTINGS" };

export type ResourceKind = Resource["kind"];
export type ResourceOf<Kind extends ResourceKind> = Extract<Resource, { kind: Kind }>;

/** The rule of a cell: whether the principal and the resource are related as the operation requires. */
type Rule = (principal: Principal, resource: OwnedResource) => boolean;
type Row = readonly [system: Rule, tenant: Rule, customer: Rule];

/** A resource as the rules see it: facts it lacks are undefined, so a rule that needs them denies. */
interface OwnedResource {
  readonly kind: ResourceKind;
  readonly tenantId?: TenantId | null;
  readonly customerId?: CustomerId | null;
  readonly customerIds?: readonly CustomerId[];
  readonly userId?: UserId | null;
  readonly authority?: Authority;
}

const never: Rule = () => false;
const any: Rule = () => true;
const ownTenant: Rule = (principal, resource) =>
  principal.tenantId !== null && resource.tenantId === principal.tenantId;
const ownCustomer: Rule = (principal, resource) =>
  ownTenant(principal, resource) && principal.customerId !== null && resource.customerId === principal.customerId;
/** For what is assigned to many customers. */
const amongCustomers: Rule = (principal, resource) =>
  ownTenant(principal, resource) &&
  principal.customerId !== null &&
  resource.customerIds?.includes(principal.customerId) === true;
const self: Rule = (principal, resource) => resource.userId === principal.userId;
const administrators: Rule = (_principal, resource) =>
  resource.authority === "SYS_ADMIN" || resource.authority === "TENANT_ADMIN";
/** Users of the tenant. The authority is checked too, so that a forged body cannot name a system administrator. */
const tenantUsers: Rule = (principal, resource) => ownTenant(principal, resource) && resource.authority !== "SYS_ADMIN";

type Table = Readonly<Record<ResourceKind, Readonly<Record<string, Row>>>>;

/** Source: REST contract 1.7, and 2.5, 3, 4, 8 and 11 for the more specific operations. */
const PERMISSIONS = {
  // operation: [SYS_ADMIN, TENANT_ADMIN, CUSTOMER_USER]
  TENANT: {
    create: [any, never, never],
    read: [any, ownTenant, never],
    write: [any, never, never],
    delete: [any, never, never],
    list: [any, never, never],
    "read-values": [any, ownTenant, never],
    "write-values": [any, never, never],
  },
  TENANT_PROFILE: {
    create: [any, never, never],
    read: [any, never, never],
    write: [any, never, never],
    delete: [any, never, never],
    list: [any, never, never],
  },
  USER: {
    create: [administrators, tenantUsers, never],
    read: [administrators, tenantUsers, ownCustomer],
    write: [administrators, tenantUsers, self],
    delete: [administrators, tenantUsers, never],
    list: [any, ownTenant, ownCustomer],
    "read-values": [administrators, tenantUsers, self],
    "write-values": [administrators, tenantUsers, self],
    /** Activation links, and enabling or disabling the account. */
    "write-credentials": [administrators, tenantUsers, never],
    impersonate: [administrators, tenantUsers, never],
  },
  CUSTOMER: {
    create: [never, ownTenant, never],
    read: [never, ownTenant, ownCustomer],
    write: [never, ownTenant, never],
    delete: [never, ownTenant, never],
    list: [never, ownTenant, never],
    "read-values": [never, ownTenant, ownCustomer],
    "write-values": [never, ownTenant, never],
  },
  DEVICE: {
    create: [never, ownTenant, never],
    read: [never, ownTenant, ownCustomer],
    write: [never, ownTenant, ownCustomer],
    delete: [never, ownTenant, never],
    list: [never, ownTenant, ownCustomer],
    "read-credentials": [never, ownTenant, ownCustomer],
    "write-credentials": [never, ownTenant, never],
    /** Assigning the device to a customer or taking it back. */
    assign: [never, ownTenant, never],
    /** Attributes and telemetry. */
    "read-values": [never, ownTenant, ownCustomer],
    "write-values": [never, ownTenant, ownCustomer],
    /** When it connected and why it failed to, and the messages of its connection. */
    "read-connections": [never, ownTenant, ownCustomer],
    call: [never, ownTenant, ownCustomer],
    /** Claiming by name and secret: the device does not belong to a customer yet. */
    claim: [never, ownTenant, ownTenant],
    /** Undoing a claim. */
    reclaim: [never, ownTenant, ownCustomer],
  },
  DEVICE_PROFILE: {
    create: [never, ownTenant, never],
    read: [never, ownTenant, never],
    "read-info": [never, ownTenant, ownTenant],
    write: [never, ownTenant, never],
    delete: [never, ownTenant, never],
    list: [never, ownTenant, never],
    "list-infos": [never, ownTenant, ownTenant],
  },
  OTA_PACKAGE: {
    create: [never, ownTenant, never],
    read: [never, ownTenant, never],
    "read-info": [never, ownTenant, ownTenant],
    write: [never, ownTenant, never],
    delete: [never, ownTenant, never],
    "list-infos": [never, ownTenant, ownTenant],
  },
  OTA_ROLLOUT: {
    create: [never, ownTenant, never],
    read: [never, ownTenant, never],
    /** Pausing, resuming and stopping. */
    write: [never, ownTenant, never],
    delete: [never, ownTenant, never],
    list: [never, ownTenant, never],
  },
  DASHBOARD: {
    create: [never, ownTenant, never],
    read: [never, ownTenant, amongCustomers],
    write: [never, ownTenant, never],
    delete: [never, ownTenant, never],
    list: [any, ownTenant, amongCustomers],
    /** Assigning it to customers and taking it back. */
    assign: [never, ownTenant, never],
  },
  API_KEY: {
    create: [administrators, tenantUsers, self],
    read: [administrators, tenantUsers, self],
    write: [administrators, tenantUsers, self],
    delete: [administrators, tenantUsers, self],
    list: [administrators, tenantUsers, self],
  },
  AUDIT_LOG: {
    read: [any, ownTenant, never],
  },
  ENTITIES: {
    list: [any, any, any],
  },
  USAGE: {
    read: [any, ownTenant, never],
  },
  OWN_LIMITS: {
    read: [any, any, any],
  },
  OVERVIEW: {
    read: [any, any, any],
  },
  ADMIN_SETTINGS: {
    read: [any, never, never],
    write: [any, never, never],
  },
} as const satisfies Table;

export type OperationOn<Kind extends ResourceKind> = {
  [Each in ResourceKind]: keyof (typeof PERMISSIONS)[Each] & string;
}[Kind];

const COLUMN: Readonly<Record<Authority, 0 | 1 | 2>> = { SYS_ADMIN: 0, TENANT_ADMIN: 1, CUSTOMER_USER: 2 };

/**
 * The operations of a public session, where its customer may do them. It opens without credentials, so it changes
 * nothing and sees neither secrets nor people. Source: REST contract 2.2.
 */
const PUBLIC_OPERATIONS: ReadonlyMap<ResourceKind, readonly string[]> = new Map([
  ["CUSTOMER", ["read", "read-values"]],
  ["DEVICE", ["read", "read-values", "list"]],
  ["DEVICE_PROFILE", ["read-info", "list-infos"]],
  ["DASHBOARD", ["read", "list"]],
  ["ENTITIES", ["list"]],
  ["OWN_LIMITS", ["read"]],
]);

/** The rule for this authority; `never` if it may not do this to any resource of the kind. */
function ruleFor<Kind extends ResourceKind>(principal: Principal, operation: OperationOn<Kind>, kind: Kind): Rule {
  if (isPublic(principal) && PUBLIC_OPERATIONS.get(kind)?.includes(operation) !== true) return never;
  const table: Table = PERMISSIONS;
  return table[kind][operation]?.[COLUMN[principal.authority]] ?? never;
}

export function isPermitted<Kind extends ResourceKind>(
  principal: Principal,
  operation: OperationOn<Kind>,
  resource: ResourceOf<Kind>,
): boolean {
  return ruleFor(principal, operation, resource.kind)(principal, resource);
}

/**
 * Returns if the principal may do this to this resource. Otherwise throws `forbidden`, or `not-found` for a device or
 * user of another tenant, whose existence is not revealed. Source: REST contract 1.5, "Another tenant's entity"; users
 * are treated more strictly here, because their ids and emails are personal data.
 */
export function permit<Kind extends ResourceKind>(
  principal: Principal,
  operation: OperationOn<Kind>,
  resource: ResourceOf<Kind>,
): void {
  permitRole(principal, operation, resource.kind);
  if (isPermitted(principal, operation, resource)) return;
  const { kind, tenantId, deviceId, userId }: OwnedResource & { readonly deviceId?: DeviceId | null } = resource;
  if (kind === "DEVICE" && deviceId && tenantId !== principal.tenantId)
    throw new DomainError("not-found", `device ${deviceId} does not exist`);
  if (kind === "USER" && userId) requireKnownUser(principal, { id: userId, tenantId: tenantId ?? null });
  throw refusal(principal, operation, resource.kind);
}

/**
 * Throws `not-found` for a user of another tenant. System administrators belong to no tenant and know the users of all.
 */
export function requireKnownUser(
  principal: Principal,
  { id, tenantId }: { readonly id: UserId; readonly tenantId: TenantId | null },
): void {
  if (principal.tenantId !== null && tenantId !== principal.tenantId)
    throw new DomainError("not-found", `user ${id} does not exist`);
}

/**
 * Returns if this authority may do this to some resource of the kind, otherwise throws `forbidden`. For lists, which
 * have no single resource, and to refuse a role before anything is loaded.
 */
export function permitRole<Kind extends ResourceKind>(
  principal: Principal,
  operation: OperationOn<Kind>,
  kind: Kind,
): void {
  if (ruleFor(principal, operation, kind) === never) throw refusal(principal, operation, kind);
}

/** Like `permitRole`, and asserts to the compiler that the principal belongs to a tenant. */
export function permitMember<Kind extends ResourceKind>(
  principal: Principal,
  operation: OperationOn<Kind>,
  kind: Kind,
): asserts principal is TenantMember {
  permitRole(principal, operation, kind);
  if (principal.authority === "SYS_ADMIN") throw refusal(principal, operation, kind);
}

function refusal(principal: Principal, operation: string, kind: ResourceKind): DomainError {
  const what = kind.toLowerCase().replaceAll("_", " ");
  const [verb = operation, part] = operation.split("-");
  const object = verb === "list" || verb === "create" ? `${what}s` : `this ${what}`;
  const who = isPublic(principal) ? "a public session" : principal.authority;
  return new DomainError("forbidden", `${who} may not ${verb} ${part === undefined ? "" : `${part} of `}${object}`);
}
