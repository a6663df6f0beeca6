// A customer: those inside a tenant to whom devices are given, with users who see nothing but those devices.
import type { EpochMillis } from "../../lib/clock.ts";
import type { ContactDetails } from "../contact-details.ts";
import type { JsonObject } from "../devices/device.ts";
import type { CustomerId, TenantId } from "../ids.ts";

export interface Customer extends ContactDetails {
  readonly id: CustomerId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  /** Unique in the tenant. */
  readonly title: string;
  readonly additionalInfo: JsonObject | null;
  /** The customer of another installation that this one is a copy of; kept and shown, and written by every save. */
  readonly externalId: CustomerId | null;
  /** 1 after creation, one more with every save. */
  readonly version: number;
}

/** The title that belongs to the customer of public devices; it cannot be given by hand. */
export const PUBLIC_TITLE = "Public";

/** By which clients know that customer. */
export const PUBLIC_INFO: JsonObject = { isPublic: true };

/** Another customer is not made public by a member that any user may write into its free object. */
export function isPublic({ title, additionalInfo }: Pick<Customer, "title" | "additionalInfo">): boolean {
  return title === PUBLIC_TITLE && additionalInfo?.["isPublic"] === true;
}
