// A tenant: one wall around devices, customers and users, with a profile that says how much of everything it may have.
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { TenantId, TenantProfileId } from "../ids.ts";
import type { ContactDetails } from "../contact-details.ts";

export interface Tenant extends ContactDetails {
  readonly id: TenantId;
  readonly createdAt: EpochMillis;
  readonly title: string;
  readonly profileId: TenantProfileId;
  readonly additionalInfo: JsonObject | null;
  /** 1 after creation, one more with every save. */
  readonly version: number;
}

/** A tenant with the name of its profile, as lists show it. */
export interface TenantInfo extends Tenant {
  readonly profileName: string;
}
