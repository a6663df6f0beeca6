// Where the fields of entity queries are in the tables of each kind of entity, and which rows belong to a scope.
// Contains only SQL texts; user input is passed as parameters.
import { PUBLIC_TITLE } from "../../../core/customers/customer.ts";
import type { EntityField, QueryableType } from "../../../core/entity-query/entity-query.ts";
import type { EntityScope } from "../../../core/entity-query/visible-entities.ts";

export interface EntityTable {
  /** The FROM clause of the rows, aliased as `e`. */
  readonly from: string;
  /** Tables that fields are looked up in, by alias. */
  readonly joins: ReadonlyMap<string, string>;
  /** The column for the name filter, which is a prefix match on the name in lower case. */
  readonly search: string;
  /** Fields of the kind, including `name`. */
  readonly fields: Partial<Readonly<Record<EntityField, string>>> & { readonly name: string };
  /** Fields of which users of a customer see less. */
  readonly fieldsOfCustomer?: Partial<Readonly<Record<EntityField, string>>>;
  /** The condition that limits a query to a scope; if a scope is missing, no row of the kind belongs to it. */
  readonly within: Partial<Readonly<Record<EntityScope["kind"], string>>>;
}

const CONTACT = {
  email: "e.email",
  phone: "e.phone",
  country: "e.country",
  state: "e.state",
  city: "e.city",
  address: "e.address",
  address2: "e.address2",
  zip: "e.zip",
} as const;

const NO_JOINS: ReadonlyMap<string, string> = new Map();
const OWNER = [
  ["c", "LEFT JOIN customer c ON c.id = e.customer_id"],
  ["t", "LEFT JOIN tenant t ON t.id = e.tenant_id"],
] as const;

/** The gateway is also the last one where the device has no route any more; a device that named itself has none. */
const GATEWAY = [
  "g",
  "LEFT JOIN device g ON g.id = e.last_gateway_id AND g.tenant_id = e.tenant_id AND g.id <> e.id",
] as const;

const ANY_ENTITY = { id: "e.id", createdTime: "e.created_at" } as const;

export const ENTITY_TABLES: Readonly<Record<QueryableType, EntityTable>> = {
  DEVICE: {
    from: "device e",
    joins: new Map([["p", "LEFT JOIN device_profile p ON p.id = e.profile_id"], ...OWNER, GATEWAY]),
    search: "e.search_text",
    fields: {
      ...ANY_ENTITY,
      entityType: "'DEVICE'",
      name: "e.name",
      type: "p.name",
      label: "e.label",
      additionalInfo: "e.additional_info",
      ownerName: "coalesce(c.title, t.title)",
      ownerType: "CASE WHEN e.customer_id IS NULL THEN 'TENANT' ELSE 'CUSTOMER' END",
      customerTitle: "c.title",
      customerIsPublic: `CASE WHEN c.title IS NULL THEN NULL WHEN c.title = '${PUBLIC_TITLE}'
        AND json_type(c.additional_info, '$.isPublic') = 'true' THEN 'true' ELSE 'false' END`,
      isGateway: "CASE WHEN e.is_gateway = 1 THEN 'true' ELSE 'false' END",
      gatewayId: "g.id",
      gatewayName: "g.name",
    },
    fieldsOfCustomer: {
      gatewayId: "CASE WHEN g.customer_id = e.customer_id THEN g.id END",
      gatewayName: "CASE WHEN g.customer_id = e.customer_id THEN g.name END",
    },
    within: { tenant: "e.tenant_id = :tenant", customer: "e.tenant_id = :tenant AND e.customer_id = :customer" },
  },
  CUSTOMER: {
    from: "customer e",
    joins: NO_JOINS,
    search: "e.search_text",
    fields: {
      ...ANY_ENTITY,
      ...CONTACT,
      entityType: "'CUSTOMER'",
      name: "e.title",
      title: "e.title",
      additionalInfo: "e.additional_info",
      ownerType: "'TENANT'",
    },
    within: { tenant: "e.tenant_id = :tenant", customer: "e.tenant_id = :tenant AND e.id = :customer" },
  },
  USER: {
    from: "user_account e",
    joins: new Map(OWNER),
    search: "e.search_email",
    fields: {
      ...ANY_ENTITY,
      entityType: "'USER'",
      name: "e.email",
      type: "e.authority",
      firstName: "e.first_name",
      lastName: "e.last_name",
      email: "e.email",
      phone: "e.phone",
      additionalInfo: "e.additional_info",
      ownerName: "coalesce(c.title, t.title)",
      ownerType: "CASE WHEN e.customer_id IS NOT NULL THEN 'CUSTOMER' WHEN e.tenant_id IS NOT NULL THEN 'TENANT' END",
    },
    within: {
      system: "e.authority IN ('SYS_ADMIN', 'TENANT_ADMIN')",
      tenant: "e.tenant_id = :tenant",
      customer: "e.tenant_id = :tenant AND e.customer_id = :customer",
    },
  },
  TENANT: {
    from: "tenant e",
    joins: NO_JOINS,
    search: "e.search_text",
    fields: {
      ...ANY_ENTITY,
      ...CONTACT,
      entityType: "'TENANT'",
      name: "e.title",
      title: "e.title",
      region: "'Global'",
      additionalInfo: "e.additional_info",
    },
    within: { system: "TRUE", tenant: "e.id = :tenant" },
  },
  DEVICE_PROFILE: {
    from: "device_profile e",
    joins: NO_JOINS,
    search: "e.search_text",
    fields: { ...ANY_ENTITY, entityType: "'DEVICE_PROFILE'", name: "e.name", type: "'DEFAULT'" },
    within: { tenant: "e.tenant_id = :tenant" },
  },
};

/** The table with only those joins that the given texts use: SQLite does not omit unused joins by itself. */
export function tablesFor({ from, joins }: EntityTable, texts: readonly string[]): string {
  const used = [...joins].filter(([alias]) => texts.some((text) => new RegExp(`\\b${alias}\\.`).test(text)));
  return [from, ...used.map(([, join]) => join)].join(" ");
}
