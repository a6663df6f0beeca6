// Customers over REST. Source: REST contract 6.
import { Type, type Static } from "typebox";
import { permit, permitMember, permitRole, type OperationOn } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import { TITLED_SORTS } from "../../../core/contact-details.ts";
import type { CustomerService, SentCustomerFields } from "../../../core/customers/customer-service.ts";
import type { CustomerStore } from "../../../core/customers/customer-store.ts";
import { isPublic, type Customer } from "../../../core/customers/customer.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type CustomerId, type TenantId } from "../../../core/ids.ts";
import { writeJson } from "../../../lib/json.ts";
import { contactOf, NameConflictQuery, parseNameConflict } from "../wire.ts";
import { CustomerSchema, SentCustomer, showCustomer } from "../tenant-wire.ts";
import { auditSave } from "../audit-rule.ts";
import { IdList, parseIdList, parseRef } from "../entity-ids.ts";
import { ErrorCode } from "../http-status.ts";
import { PAGE_OR_IDS, requirePage, pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { MEMBERS, TENANT, jsonText, plainText, resource, type RestRoute } from "../route.ts";

const api = resource("customers", TENANT);

const CustomerArray = Type.Array(CustomerSchema);

export function customerRoutes(
  customers: CustomerService,
  store: CustomerStore,
  pageRowsMax: number,
): readonly RestRoute[] {
  const permitted = async (principal: Principal, id: string, operation: OperationOn<"CUSTOMER">): Promise<Customer> => {
    permitRole(principal, operation, "CUSTOMER");
    const customer = await customers.require(parseId<CustomerId>(id, "customerId"));
    permit<"CUSTOMER">(principal, operation, {
      kind: "CUSTOMER",
      tenantId: customer.tenantId,
      customerId: customer.id,
    });
    return customer;
  };

  const byIds = async (tenantId: TenantId, ids: readonly string[]) =>
    (await store.findCustomers(tenantId, parseIdList<CustomerId>(ids, "customerIds"))).map(showCustomer);

  return [
    api.post("/api/customer", "saveCustomer", {
      summary: "Create or update a customer",
      errors: [409],
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      query: Type.Object(NameConflictQuery),
      body: SentCustomer,
      answer: CustomerSchema,
      audit: auditSave("CUSTOMER"),
      async handle({ principal, query, body }) {
        const id = parseRef<CustomerId>(body.id, "CUSTOMER", "id");
        const conflict = parseNameConflict(query);
        if (id === null) {
          permitMember(principal, "create", "CUSTOMER");
          const { tenantId } = principal;
          permit<"CUSTOMER">(principal, "create", { kind: "CUSTOMER", tenantId, customerId: null });
          return showCustomer(await customers.create(tenantId, fieldsOf(body), conflict));
        }
        const customer = await permitted(principal, id, "write");
        return showCustomer(
          await customers.update(customer, fieldsOf(body), { conflict, expectedVersion: body.version ?? null }),
        );
      },
    }),
    api.get("/api/customer/:customerId", "getCustomerById", {
      summary: "A customer",
      access: MEMBERS,
      answer: CustomerSchema,
      handle: async ({ principal, params }) => showCustomer(await permitted(principal, params.customerId, "read")),
    }),
    api.get("/api/customer/:customerId/shortInfo", "getShortCustomerInfoById", {
      summary: "The title of a customer, and whether it is the public one",
      access: MEMBERS,
      answer: Type.Object(
        { title: Type.String(), isPublic: Type.Boolean() },
        { title: "ShortCustomerInfo", examples: [{ title: "Acme", isPublic: false }] },
      ),
      async handle({ principal, params }) {
        const customer = await permitted(principal, params.customerId, "read");
        return { title: customer.title, isPublic: isPublic(customer) };
      },
    }),
    api.get("/api/customer/:customerId/title", "getCustomerTitleById", {
      summary: "The title of a customer as bare text",
      access: MEMBERS,
      answer: plainText("application/text; charset=utf-8", "Acme"),
      handle: async ({ principal, params }) => (await permitted(principal, params.customerId, "read")).title,
    }),
    api.delete("/api/customer/:customerId", "deleteCustomer", {
      summary: "Delete a customer with its users; its devices stay",
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "CUSTOMER", id: params.customerId }) },
      async handle({ principal, params }) {
        const { tenantId, id } = await permitted(principal, params.customerId, "delete");
        await customers.delete(tenantId, id);
      },
    }),
    api.get("/api/customers", "getCustomers", {
      summary: "Customers of the tenant",
      query: Type.Object({ ...PAGE_OR_IDS, customerIds: Type.Optional(IdList) }),
      queryDescribes: pageQuery(TITLED_SORTS, {}),
      answer: jsonText(pageOf(CustomerSchema), CustomerArray),
      async handle({ principal, query }) {
        permitMember(principal, "list", "CUSTOMER");
        if (query.customerIds !== undefined) return writeJson(await byIds(principal.tenantId, query.customerIds));
        const request = parsePage(requirePage(query), TITLED_SORTS, pageRowsMax);
        return writeJson(toPage(await store.listCustomers(principal.tenantId, request), request, showCustomer));
      },
    }),
    api.get("/api/customers/list", "getCustomersByIds", {
      summary: "Customers named by id",
      query: Type.Object({ customerIds: IdList }),
      answer: CustomerArray,
      handle({ principal, query }) {
        permitMember(principal, "list", "CUSTOMER");
        return byIds(principal.tenantId, query.customerIds);
      },
    }),
    api.get("/api/tenant/customers", "getTenantCustomer", {
      summary: "The customer with this title",
      query: Type.Object({ customerTitle: Type.String() }),
      answer: CustomerSchema,
      async handle({ principal, query }) {
        permitMember(principal, "list", "CUSTOMER");
        const customer = await store.findCustomerByTitle(principal.tenantId, query.customerTitle);
        if (customer === undefined)
          throw new DomainError(
            "not-found",
            `there is no customer with the title "${query.customerTitle.slice(0, 64)}"`,
          );
        return showCustomer(customer);
      },
    }),
  ];
}

function fieldsOf(body: Static<typeof SentCustomer>): SentCustomerFields {
  return {
    title: body.title,
    ...contactOf(body),
    additionalInfo: body.additionalInfo ?? null,
    externalId: parseRef<CustomerId>(body.externalId, "CUSTOMER", "externalId"),
  };
}
