// Whose home a dashboard is: what a user, the users of a customer or those of the tenant see first, unless they have a nearer one.
import { api, ask } from "../../api/client.ts";
import { contactOf } from "../../components/contact-fields.tsx";
import { descriptionOf, saveCustomer, type Customer } from "../customers/customer.ts";
import { updateUser, userFieldsOf, type User } from "../users/user.ts";

export type HomeOwner =
  | { readonly kind: "user"; readonly userId: string }
  | { readonly kind: "customer"; readonly customerId: string }
  | { readonly kind: "tenant" };

/** The id of the dashboard; null without one. */
export async function readHome(owner: HomeOwner, signal: AbortSignal): Promise<string | null> {
  switch (owner.kind) {
    case "user":
      return homeIn(await readUser(owner.userId, signal));
    case "customer":
      return homeIn(await readCustomer(owner.customerId, signal));
    case "tenant":
      return (await ask(api.GET("/api/tenant/dashboard/home/info", { signal }))).dashboardId?.id ?? null;
  }
}

/** With the owner as it is now, so that no other change of it is lost. Null removes the home. */
export async function saveHome(owner: HomeOwner, dashboardId: string | null): Promise<void> {
  switch (owner.kind) {
    case "user": {
      const user = await readUser(owner.userId);
      await updateUser({ ...user, additionalInfo: withHome(user, dashboardId) }, userFieldsOf(user));
      return;
    }
    case "customer": {
      const customer = await readCustomer(owner.customerId);
      const { title, additionalInfo } = customer;
      const fields = { title, description: descriptionOf(additionalInfo), ...contactOf(customer) };
      await saveCustomer(fields, { ...customer, additionalInfo: withHome(customer, dashboardId) });
      return;
    }
    case "tenant": {
      const home = dashboardId === null ? null : { entityType: "DASHBOARD" as const, id: dashboardId };
      await ask(api.POST("/api/tenant/dashboard/home/info", { body: { dashboardId: home } }));
    }
  }
}

function readUser(userId: string, signal?: AbortSignal): Promise<User> {
  return ask(api.GET("/api/user/{userId}", { params: { path: { userId } }, signal }));
}

function readCustomer(customerId: string, signal?: AbortSignal): Promise<Customer> {
  return ask(api.GET("/api/customer/{customerId}", { params: { path: { customerId } }, signal }));
}

type Informed = Pick<User, "additionalInfo">;
const ID = "homeDashboardId";
/** Of other clients; goes with the home. */
const HIDE_TOOLBAR = "homeDashboardHideToolbar";

function homeIn({ additionalInfo }: Informed): string | null {
  const id = additionalInfo?.[ID];
  return typeof id === "string" ? id : null;
}

function withHome({ additionalInfo }: Informed, dashboardId: string | null): Informed["additionalInfo"] {
  if (dashboardId !== null) return { ...additionalInfo, [ID]: dashboardId };
  const { [ID]: _, [HIDE_TOOLBAR]: __, ...others } = additionalInfo ?? {};
  return others;
}
