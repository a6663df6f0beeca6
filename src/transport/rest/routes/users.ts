// Users over REST. Source: REST contract 4.
import { languageAsked } from "../../../core/language.ts";
import { Type } from "typebox";
import {
  isPermitted,
  permit,
  permitMember,
  permitRole,
  type OperationOn,
  type ResourceOf,
} from "../../../core/access/permissions.ts";
import type { Principal, TenantMember } from "../../../core/access/principal.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import { DomainError, invalid, wrong } from "../../../core/errors.ts";
import { parseId, type CustomerId, type TenantId, type UserId } from "../../../core/ids.ts";
import type { TenantService } from "../../../core/tenants/tenant-service.ts";
import type { UserPlace, UserService } from "../../../core/users/user-service.ts";
import type { UserScope, UserSortProperty, UserStore } from "../../../core/users/user-store.ts";
import type { User } from "../../../core/users/user.ts";
import { writeJson } from "../../../lib/json.ts";
import { SentUser, showUser, showUserInfo, showUserWithAccount, UserInfoSchema, UserSchema } from "../user-wire.ts";
import { orNull } from "../wire.ts";
import { auditSave } from "../audit-rule.ts";
import { IdList, parseIdList, parseRef } from "../entity-ids.ts";
import { ErrorCode } from "../http-status.ts";
import { PAGE_OR_IDS, requirePage, pageOf, pageQuery, parsePage, toPage, type PageQuery } from "../paging.ts";
import {
  ADMINISTRATORS,
  ALL_AUTHORITIES,
  MEMBERS,
  SYSTEM,
  TENANT,
  jsonText,
  resource,
  type RestRoute,
} from "../route.ts";
import type { UserFields } from "../../../core/users/user-store.ts";

const api = resource("users", MEMBERS);

export interface UserRouteDeps {
  readonly users: UserService;
  readonly userStore: UserStore;
  readonly tenants: TenantService;
  readonly customers: CustomerService;
  readonly pageRowsMax: number;
}

const SORTABLE: readonly UserSortProperty[] = ["createdTime", "firstName", "lastName", "email"];
const UserArray = Type.Array(UserSchema);

const ACCOUNTS = {
  accounts: Type.Optional(
    Type.Boolean({
      description: "Whether additionalInfo has the state of the account, as that of a single user does.",
    }),
  ),
};

interface AccountsQuery {
  readonly accounts?: boolean;
}

export function userRoutes(deps: UserRouteDeps): readonly RestRoute[] {
  const { users, userStore, tenants, customers, pageRowsMax } = deps;

  const withAccount = async (user: User) => {
    const account = await userStore.findAccountState(user.id);
    if (account === undefined) throw new DomainError("not-found", `user ${user.id} does not exist`);
    return showUserWithAccount(user, account);
  };

  const page = async (principal: Principal, scope: UserScope, query: PageQuery & AccountsQuery) => {
    const request = parsePage(query, SORTABLE, pageRowsMax);
    const found = await userStore.listUsers(scope, request, "email");
    if (query.accounts !== true) return toPage(found, request, showUser);
    const readable = found.items.filter((user) => isPermitted<"USER">(principal, "read", userResource(user)));
    const accounts = await userStore.findAccountStates(readable.map(({ id }) => id));
    return toPage(found, request, (user) => {
      const account = accounts.get(user.id);
      return account === undefined ? showUser(user) : showUserWithAccount(user, account);
    });
  };

  const byIds = async (principal: Principal, ids: readonly string[]) => {
    const found = await userStore.findUsers(parseIdList<UserId>(ids, "userIds"));
    return found.filter((user) => isPermitted<"USER">(principal, "read", userResource(user))).map(showUser);
  };

  return [
    api.post("/api/user", "saveUser", {
      summary: "Create or update a user",
      access: ALL_AUTHORITIES,
      errors: [409],
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      query: Type.Object({
        sendActivationMail: Type.Optional(
          Type.Boolean({ description: "Whether a new user gets the activation link by mail; true by default." }),
        ),
      }),
      body: SentUser,
      answer: UserSchema,
      audit: auditSave("USER"),
      async handle({ principal, query, body, headers }) {
        const id = parseRef<UserId>(body.id, "USER", "id");
        if (id === null) {
          permitRole(principal, "create", "USER");
          const place = placeOf(principal, body);
          permit<"USER">(principal, "create", { kind: "USER", userId: null, ...place });
          const mailsIn = query.sendActivationMail === false ? null : languageAsked(headers["accept-language"]);
          return showUser(await users.create(place, fieldsOf(body), mailsIn));
        }
        const user = await permittedUser(users, principal, id, "write");
        requireSamePlace(principal, user, body);
        return showUser(await users.update(user.id, fieldsOf(body), body.version ?? null));
      },
    }),
    api.get("/api/user/:userId", "getUserById", {
      summary: "A user",
      access: ALL_AUTHORITIES,
      answer: UserSchema,
      handle: async ({ principal, params }) =>
        withAccount(await permittedUser(users, principal, params.userId, "read")),
    }),
    api.delete("/api/user/:userId", "deleteUser", {
      summary: "Delete a user and end the sessions",
      access: ADMINISTRATORS,
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "USER", id: params.userId }) },
      async handle({ principal, params }) {
        const user = await permittedUser(users, principal, params.userId, "delete");
        await users.delete(principal, user.id);
      },
    }),
    api.get("/api/users", "getUsers", {
      summary: "Users of the tenant or the customer",
      query: Type.Object({ ...PAGE_OR_IDS, ...ACCOUNTS, userIds: Type.Optional(IdList) }),
      queryDescribes: pageQuery(SORTABLE, ACCOUNTS),
      answer: jsonText(pageOf(UserSchema), UserArray),
      async handle({ principal, query }) {
        permitMember(principal, "list", "USER");
        if (query.userIds !== undefined) return writeJson(await byIds(principal, query.userIds));
        return writeJson(await page(principal, scopeOf(principal), { ...query, ...requirePage(query) }));
      },
    }),
    api.get("/api/users/list", "getUsersByIds", {
      summary: "Users named by id",
      query: Type.Object({ userIds: IdList }),
      answer: UserArray,
      handle({ principal, query }) {
        permitMember(principal, "list", "USER");
        return byIds(principal, query.userIds);
      },
    }),
    api.get("/api/users/info", "findUsersByQuery", {
      summary: "Emails and names of users",
      query: pageQuery(SORTABLE, {}),
      answer: pageOf(UserInfoSchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "USER");
        const request = parsePage(query, SORTABLE, pageRowsMax);
        return toPage(await userStore.listUsers(scopeOf(principal), request, "email-and-names"), request, showUserInfo);
      },
    }),
    api.get("/api/tenant/:tenantId/users", "getTenantAdmins", {
      summary: "Administrators of a tenant",
      access: SYSTEM,
      query: pageQuery(SORTABLE, ACCOUNTS),
      answer: pageOf(UserSchema),
      async handle({ principal, params, query }) {
        const { id } = await tenants.require(parseId<TenantId>(params.tenantId, "tenantId"));
        permit<"TENANT">(principal, "read", { kind: "TENANT", tenantId: id });
        permitRole(principal, "list", "USER");
        return page(principal, { kind: "administrators", tenantId: id }, query);
      },
    }),
    api.get("/api/admin/users", "getSystemAdministrators", {
      summary: "System administrators",
      access: SYSTEM,
      query: pageQuery(SORTABLE, ACCOUNTS),
      answer: pageOf(UserSchema),
      async handle({ principal, query }) {
        permit<"USER">(principal, "read", {
          kind: "USER",
          userId: null,
          authority: "SYS_ADMIN",
          tenantId: null,
          customerId: null,
        });
        return page(principal, { kind: "administrators", tenantId: null }, query);
      },
    }),
    api.get("/api/customer/:customerId/users", "getCustomerUsers", {
      summary: "Users of a customer",
      access: TENANT,
      query: pageQuery(SORTABLE, ACCOUNTS),
      answer: pageOf(UserSchema),
      async handle({ principal, params, query }) {
        const { id, tenantId } = await customers.require(parseId<CustomerId>(params.customerId, "customerId"));
        permit<"CUSTOMER">(principal, "read", { kind: "CUSTOMER", tenantId, customerId: id });
        permitRole(principal, "list", "USER");
        return page(principal, { kind: "customer", tenantId, customerId: id }, query);
      },
    }),
  ];
}

function scopeOf(principal: TenantMember): UserScope {
  return principal.authority === "TENANT_ADMIN"
    ? { kind: "tenant", tenantId: principal.tenantId }
    : { kind: "customer", tenantId: principal.tenantId, customerId: principal.customerId };
}

/** Only a system administrator chooses the tenant; any other caller creates users in its own. */
function placeOf(principal: Principal, { authority, tenantId, customerId }: SentUser): UserPlace {
  if (authority === undefined) throw wrong("required", { field: "authority" });
  return {
    authority,
    tenantId:
      principal.authority === "SYS_ADMIN" ? parseRef<TenantId>(tenantId, "TENANT", "tenantId") : principal.tenantId,
    customerId: parseRef<CustomerId>(customerId, "CUSTOMER", "customerId"),
  };
}

/** Authority, tenant and customer cannot change; a body may omit or repeat them. */
function requireSamePlace(principal: Principal, user: User, body: SentUser): void {
  if (body.authority !== undefined && body.authority !== user.authority)
    throw invalid(`the authority of a user cannot change: it is ${user.authority}, got ${body.authority}`);
  if (
    principal.authority === "SYS_ADMIN" &&
    isOther(parseRef<TenantId>(body.tenantId, "TENANT", "tenantId"), user.tenantId)
  )
    throw invalid("the tenant of a user cannot change");
  if (isOther(parseRef<CustomerId>(body.customerId, "CUSTOMER", "customerId"), user.customerId))
    throw invalid("the customer of a user cannot change");
}

function isOther<Id>(sent: Id | null, present: Id | null): boolean {
  return sent !== null && sent !== present;
}

function fieldsOf(body: SentUser): UserFields {
  return { email: body.email, ...orNull(body, ["firstName", "lastName", "phone", "additionalInfo"]) };
}

/**
 * The user named by a path, for a caller that may perform the operation on it. Throws `forbidden`, `not-found`, or
 * `invalid` for an invalid id; a role that may never perform the operation learns nothing else. Source: REST contract
 * 1.7 and 4.
 */
export async function permittedUser(
  users: UserService,
  principal: Principal,
  id: string,
  operation: OperationOn<"USER">,
): Promise<User> {
  permitRole(principal, operation, "USER");
  const user = await users.require(parseId<UserId>(id, "userId"));
  permit<"USER">(principal, operation, userResource(user));
  return user;
}

export function userResource(user: User): ResourceOf<"USER"> {
  return {
    kind: "USER",
    userId: user.id,
    authority: user.authority,
    tenantId: user.tenantId,
    customerId: user.customerId,
  };
}
