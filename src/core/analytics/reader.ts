// Whose eyes a view or a report is looked at with. Everything that is read for a reader is narrowed to what this
// member of a tenant may see. Source: analytics contract 6.
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import type { SharedView } from "../shared-view.ts";

export interface Reader {
  readonly tenantId: TenantId;
  /** Null for an administrator of the tenant, who sees all of its devices; else only those of this customer. */
  readonly customerId: CustomerId | null;
  readonly userId: UserId;
  /** Set for the bearer of a share link, who looks with the eyes of these, and at this one view only. */
  readonly sharedView?: SharedView;
}
