// Who may change a view: administrators of the tenant all of them, users of customers their own. Source: analytics contract
// 6.1.
import type { Identity } from "../../api/session.ts";
import type { Schema } from "../../api/schemas.ts";

export function mayChange({ owner }: Pick<Schema<"ViewInfo">, "owner">, { role, userId }: Identity): boolean {
  return role === "TENANT_ADMIN" || owner.userId === userId;
}
