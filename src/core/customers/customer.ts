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
  /** 1 after creation, one more with every save. */
  readonly version: number;
}

/** The title that belongs to the customer of public devices; nobody may take it by hand. */
export const PUBLIC_TITLE = "Public";

export function isPublic(customer: Pick<Customer, "additionalInfo">): boolean {
  return customer.additionalInfo?.["isPublic"] === true;
}
