// References of devices and profiles: packages, rule chains, dashboards, an image, and the object of another
// installation of which they are a copy. The platform stores and returns them, so that a client that reads, edits and
// saves an object loses nothing; only packages have an effect. Source: REST contract 7, 8.
import { parseLabel, parseText } from "../entity-text.ts";
import type { DashboardId, DeviceId, DeviceProfileId, PackageId, RuleChainId } from "../ids.ts";

export interface DeviceReferences {
  /** The device's own package; null stands for that of its profile. */
  readonly firmwareId: PackageId | null;
  readonly softwareId: PackageId | null;
  /**
   * Written by every save, like all other fields: if it were fixed at creation it could never be corrected, and a save
   * that ignored it would break the rule that a save replaces the whole object. The same holds for profiles and
   * customers.
   */
  readonly externalId: DeviceId | null;
}

export interface ProfileReferences {
  /** The image itself as a data URL, or its address; not interpreted. */
  readonly image: string | null;
  readonly defaultRuleChainId: RuleChainId | null;
  readonly defaultDashboardId: DashboardId | null;
  readonly defaultQueueName: string | null;
  readonly defaultEdgeRuleChainId: RuleChainId | null;
  readonly firmwareId: PackageId | null;
  readonly softwareId: PackageId | null;
  readonly externalId: DeviceProfileId | null;
}

export const NO_DEVICE_REFERENCES: DeviceReferences = { firmwareId: null, softwareId: null, externalId: null };

/**
 * Characters of a profile's image: half of the default of `http.entityPayloadBytesMax`, so that a profile with the
 * largest image and the largest data still fits into one body.
 */
export const PROFILE_IMAGE_LENGTH_MAX = 524_288;

/**
 * Total bytes of the images of a tenant's profiles. Lists include the image in each row and may show all profiles in
 * one page: without this limit the answer could exceed memory.
 */
export const PROFILE_IMAGES_BYTES_MAX = 33_554_432;

/**
 * Returns the references unchanged. Throws `invalid` if an image or queue name is not well-formed text or is too long.
 */
export function checkProfileReferences(sent: ProfileReferences): ProfileReferences {
  return {
    image: parseText(sent.image, "image", PROFILE_IMAGE_LENGTH_MAX),
    defaultRuleChainId: sent.defaultRuleChainId,
    defaultDashboardId: sent.defaultDashboardId,
    defaultQueueName: parseLabel(sent.defaultQueueName, "defaultQueueName"),
    defaultEdgeRuleChainId: sent.defaultEdgeRuleChainId,
    firmwareId: sent.firmwareId,
    softwareId: sent.softwareId,
    externalId: sent.externalId,
  };
}
