// Who may see a view, and who may change it. Tenant administrators may see and change all of the tenant's views. Users
// of a customer see their own views and those shared with the customer, and may change their own. Source: analytics
// contract 6.1, 6.3.
import type { Reader } from "../reader.ts";
import type { Sharing } from "../view/table-view.ts";
import type { ViewHead } from "./view-store.ts";

type Shared = Pick<ViewHead, "id" | "owner" | "sharing">;

/** Lists apply the same rule in their store; see `visibleTo` of the SQLite store. */
export function maySee({ id, owner, sharing }: Shared, reader: Reader): boolean {
  const { tenantId, customerId, userId, shared } = reader;
  if (owner.tenantId !== tenantId) return false;
  // The link itself grants access, not the reader that it represents.
  if (shared !== undefined) return shared.target.kind === "view" && shared.target.id === id;
  if (customerId === null) return true;
  if (owner.userId === userId && owner.customerId === customerId) return true;
  return sharing.visibility === "customers" && (sharing.allCustomers || sharing.customerIds.includes(customerId));
}

export function mayChange({ owner }: Pick<ViewHead, "owner">, reader: Reader): boolean {
  const { tenantId, customerId, userId, shared } = reader;
  if (owner.tenantId !== tenantId || shared !== undefined) return false;
  return customerId === null || (owner.userId === userId && owner.customerId === customerId);
}

/** Readers who may change a view see with whom it is shared; others learn nothing about other customers. */
export function seenBy<View extends Pick<ViewHead, "owner" | "sharing">>(view: View, reader: Reader): View {
  if (mayChange(view, reader)) return view;
  const customerIds = view.sharing.customerIds.filter((id) => id === reader.customerId);
  return { ...view, sharing: { ...view.sharing, customerIds } };
}

/**
 * Whether a reader may set this sharing. Users of customers cannot share, and keep the sharing that an administrator
 * set.
 */
export function mayShare(sharing: Sharing, present: Sharing | null, { customerId }: Reader): boolean {
  if (customerId === null || isPrivate(sharing)) return true;
  return present !== null && isSame(sharing, present);
}

function isPrivate({ visibility, customerIds, allCustomers }: Sharing): boolean {
  return visibility === "private" && customerIds.length === 0 && !allCustomers;
}

function isSame(left: Sharing, right: Sharing): boolean {
  if (left.visibility !== right.visibility || left.allCustomers !== right.allCustomers) return false;
  const ids = new Set(right.customerIds);
  return new Set(left.customerIds).size === ids.size && left.customerIds.every((id) => ids.has(id));
}
