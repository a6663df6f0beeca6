// Customers as REST writes and reads them. Source: REST contract 6.
import { Type, type Static } from "typebox";
import type { Customer } from "../../core/customers/customer.ts";
import { CONTACT, NO_CONTACT, SENT_CONTACT, showContact } from "./contact-wire.ts";
import { entityRef, entityRefOrNull, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { FreeObjectOrNull, nullable } from "./nullable.ts";
import { SentInfo, SentReference, SentVersion } from "./sent-members.ts";

const CUSTOMER = {
  id: EXAMPLE_REFS.customer,
  createdTime: EXAMPLE_TIME,
  tenantId: EXAMPLE_REFS.tenant,
  title: "Acme",
  name: "Acme",
  externalId: null,
  ...NO_CONTACT,
  city: "Oslo",
  additionalInfo: null,
  version: 1,
};

export const CustomerSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    tenantId: EntityRefSchema,
    title: Type.String(),
    name: Type.String(),
    externalId: nullable(EntityRefSchema),
    ...CONTACT,
    additionalInfo: FreeObjectOrNull,
    version: Type.Integer(),
  },
  { title: "Customer", examples: [CUSTOMER] },
);

export function showCustomer(customer: Customer): Static<typeof CustomerSchema> {
  return {
    id: entityRef("CUSTOMER", customer.id),
    createdTime: customer.createdAt,
    tenantId: entityRef("TENANT", customer.tenantId),
    title: customer.title,
    name: customer.title,
    externalId: entityRefOrNull("CUSTOMER", customer.externalId),
    ...showContact(customer),
    additionalInfo: customer.additionalInfo,
    version: customer.version,
  };
}

export const SentCustomer = Type.Object(
  {
    id: SentReference,
    title: Type.String(),
    externalId: SentReference,
    ...SENT_CONTACT,
    additionalInfo: SentInfo,
    version: SentVersion,
  },
  { title: "CustomerInput", examples: [{ title: "Acme", city: "Oslo" }] },
);
