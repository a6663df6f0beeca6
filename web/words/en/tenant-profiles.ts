// English words of `pages/tenant-profiles`.
export const tenantProfiles = {};
