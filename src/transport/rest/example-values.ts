// Ids and times of one imaginary plant, which the examples of all schemas share, so that they read as one story.
import type { EntityRef, EntityType } from "./entity-ids.ts";

/** The first moment of 2026, in milliseconds since the epoch. */
export const EXAMPLE_TIME = 1_767_225_600_000;

function exampleRef(entityType: EntityType, ending: string): EntityRef {
  return { entityType, id: `0198a1c0-0000-7000-8000-0000000000${ending}` };
}

export const EXAMPLE_REFS = {
  user: exampleRef("USER", "01"),
  tenant: exampleRef("TENANT", "10"),
  tenantProfile: exampleRef("TENANT_PROFILE", "20"),
  customer: exampleRef("CUSTOMER", "30"),
  device: exampleRef("DEVICE", "40"),
  deviceProfile: exampleRef("DEVICE_PROFILE", "50"),
  package: exampleRef("OTA_PACKAGE", "58"),
  dashboard: exampleRef("DASHBOARD", "5a"),
  credentials: exampleRef("DEVICE", "60"),
  rpc: exampleRef("RPC", "70"),
  apiKey: exampleRef("API_KEY", "aa"),
} as const;

/** "No customer" and "no tenant" as answers write them. */
export const NO_CUSTOMER: EntityRef = { entityType: "CUSTOMER", id: "13814000-1dd2-11b2-8080-808080808080" };
