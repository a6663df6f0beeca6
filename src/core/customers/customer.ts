// A customer: a party inside a tenant to which devices are assigned, with users who only see those devices.
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
  /**
   * The customer of another installation of which this one is a copy; stored and returned, and written by every save.
   */
  readonly externalId: CustomerId | null;
  /** 1 after creation, incremented by every save. */
  readonly version: number;
}

/** The title reserved for the customer of public devices; users cannot choose it. */
export const PUBLIC_TITLE = "Public";

/** The member by which clients recognize that customer. */
export const PUBLIC_INFO: JsonObject = { isPublic: true };

/** Both title and info must match, because any user may write the member into the free object of another customer. */
export function isPublic({ title, additionalInfo }: Pick<Customer, "title" | "additionalInfo">): boolean {
  return title === PUBLIC_TITLE && additionalInfo?.["isPublic"] === true;
}
