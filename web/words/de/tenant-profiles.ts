// German words of `pages/tenant-profiles`.
import type { Words } from "../en/catalog.ts";

export const tenantProfiles: Words["tenantProfiles"] = {};
