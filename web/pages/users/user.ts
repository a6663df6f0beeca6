// Users as shown by their pages: the account of each, and where users are listed.
import { api, ask } from "../../api/client.ts";
import { NULL_ID, pageIn, type Schema } from "../../api/schemas.ts";
import type { ListQuery } from "../../app/list-state.ts";
import type { Page } from "../../components/data-table.tsx";
import { orNull } from "../../components/form.tsx";
import { words } from "../../words/words.ts";

export type User = Schema<"User">;
export type Authority = User["authority"];

export const ROLE_LABELS: Readonly<Record<Authority, string>> = words.users.roles;

/** The users that a list shows. */
export type UserScope =
  | { readonly kind: "tenant" }
  | { readonly kind: "customer"; readonly customerId: string }
  /** Administrators of a tenant, for system administrators. */
  | { readonly kind: "administrators"; readonly tenantId: string }
  /** System administrators, for each other. */
  | { readonly kind: "system" };

export interface Account {
  readonly state: "active" | "disabled" | "invited";
  readonly lastLoginAt: number | null;
}

/** A user in a list. */
export interface ListedUser extends User {
  /** Set in a list of the whole tenant. */
  readonly customerTitle?: string;
}

/** Lists users with their accounts and the titles of their customers. */
export async function listUsers(scope: UserScope, list: ListQuery<"email">): Promise<Page<ListedUser>> {
  const query = { ...list, accounts: true };
  switch (scope.kind) {
    case "tenant":
      return await withCustomers(pageIn(await ask(api.GET("/api/users", { params: { query } }))));
    case "customer": {
      const path = { customerId: scope.customerId };
      return await ask(api.GET("/api/customer/{customerId}/users", { params: { path, query } }));
    }
    case "administrators": {
      const path = { tenantId: scope.tenantId };
      return await ask(api.GET("/api/tenant/{tenantId}/users", { params: { path, query } }));
    }
    case "system":
      return await ask(api.GET("/api/admin/users", { params: { query } }));
  }
}

async function withCustomers(page: Page<User>): Promise<Page<ListedUser>> {
  const ids = new Set(page.data.map(({ customerId }) => customerId.id).filter((id) => id !== NULL_ID));
  if (ids.size === 0) return page;
  const query = { customerIds: [...ids] };
  const customers = await ask(api.GET("/api/customers/list", { params: { query } }));
  const titles = new Map(customers.map(({ id, title }) => [id.id, title]));
  const data = page.data.map((user) => ({ ...user, customerTitle: titles.get(user.customerId.id) }));
  return { ...page, data };
}

/** The account of a user; a single user always includes it, a list only if it was requested. */
export function accountOf({ additionalInfo: info }: User): Account {
  const lastLogin = info?.["lastLoginTs"];
  const isActivated = info?.["userActivated"] === true;
  const isEnabled = info?.["userCredentialsEnabled"] === true;
  return {
    state: !isActivated ? "invited" : isEnabled ? "active" : "disabled",
    lastLoginAt: typeof lastLogin === "number" ? lastLogin : null,
  };
}

export interface UserFields {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

export function userFieldsOf(user: User | undefined): UserFields {
  return {
    email: user?.email ?? "",
    firstName: user?.firstName ?? "",
    lastName: user?.lastName ?? "",
    phone: user?.phone ?? "",
  };
}

export interface NewUser extends UserFields {
  readonly authority: Authority;
  /** Null for an administrator. */
  readonly customerId: string | null;
  readonly isMailed: boolean;
}

export async function createUser(scope: UserScope, user: NewUser): Promise<User> {
  const { authority, isMailed } = user;
  const customerId = authority === "CUSTOMER_USER" ? user.customerId : null;
  const body = {
    ...stored(user),
    authority,
    ...(customerId === null ? {} : { customerId: { entityType: "CUSTOMER" as const, id: customerId } }),
    ...(scope.kind === "administrators" ? { tenantId: { entityType: "TENANT" as const, id: scope.tenantId } } : {}),
  };
  return await ask(api.POST("/api/user", { params: { query: { sendActivationMail: isMailed } }, body }));
}

/** A save replaces the whole user, so members that the form does not show are sent back unchanged. */
export async function updateUser(user: User, fields: UserFields): Promise<User> {
  const { id, authority, tenantId, customerId, additionalInfo, version } = user;
  const place = {
    ...(tenantId.id === NULL_ID ? {} : { tenantId }),
    ...(customerId.id === NULL_ID ? {} : { customerId }),
  };
  return await ask(
    api.POST("/api/user", { body: { id, authority, ...place, ...stored(fields), additionalInfo, version } }),
  );
}

function stored({ email, firstName, lastName, phone }: UserFields) {
  return { email: email.trim(), firstName: orNull(firstName), lastName: orNull(lastName), phone: orNull(phone) };
}

export function fullName({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string {
  return `${firstName ?? ""} ${lastName ?? ""}`.trim();
}
