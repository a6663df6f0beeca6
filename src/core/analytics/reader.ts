// The reader for whom a view or a report is read. All data is limited to what this member of a tenant may see. Source:
// analytics contract 6.
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import type { SharedByLink } from "../shared-by-link.ts";

export interface Reader {
  readonly tenantId: TenantId;
  /**
   * Null for a tenant administrator, who sees all of its devices; otherwise only devices of this customer are visible.
   */
  readonly customerId: CustomerId | null;
  readonly userId: UserId;
  /** Set for the bearer of a share link, who has the permissions of the ids above, but only for this view. */
  readonly shared?: SharedByLink;
}
