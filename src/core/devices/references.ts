// What devices and profiles refer to: packages, rule chains, dashboards, an image, and the object of another
// installation that they are a copy of. The platform keeps and shows these, so that a client that reads an object, edits and
// saves it loses nothing; it acts on packages alone. Source: REST contract 7, 8.
import { parseLabel, parseText } from "../entity-text.ts";
import type { DashboardId, DeviceId, DeviceProfileId, PackageId, RuleChainId } from "../ids.ts";

export interface DeviceReferences {
  /** The device's own package; null: that of its profile. */
  readonly firmwareId: PackageId | null;
  readonly softwareId: PackageId | null;
  /**
   * Written by every save, like all other fields: fixed at creation it could never be corrected, and a save that ignored
   * it would break the rule that a save replaces the whole object. The same holds for profiles and customers.
   */
  readonly externalId: DeviceId | null;
}

export interface ProfileReferences {
  /** The image itself as a data URL, or where it is; never looked into. */
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
 * Characters of a profile's image: half of the default of `http.entityPayloadBytesMax`, so that a profile with the largest
 * image and the largest data still fits into one body.
 */
export const PROFILE_IMAGE_LENGTH_MAX = 524_288;

/**
 * Bytes of the images of all profiles of a tenant together. Lists show the image with each row, and may show all
 * profiles in one page: without this bound the answer could be larger than memory.
 */
export const PROFILE_IMAGES_BYTES_MAX = 33_554_432;

/** The references as they are. Throws `invalid` for an image or a queue's name that is no sound text or too long. */
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
