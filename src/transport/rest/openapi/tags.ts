// The groups of the API description: each route names one of them, and the documentation page shows them in the order of
// their names.

/** What stands under the name of each group. */
export const TAGS: ReadonlyMap<string, string> = new Map([
  ["admin", "Settings of the installation, for system administrators."],
  ["analytics", "Reports by saved views, and what belongs to them. Every problem with a token is 403 here."],
  ["api keys", "Keys that programs call the API with: no login, no refresh, revocable at any time."],
  ["audit log", "Who did what and when, failed attempts included."],
  ["connectivity", "Commands that connect one particular device, ready to be pasted."],
  ["customers", "Customers of the tenant: users and devices belong to them."],
  ["device api", "What devices themselves call. The access token in the path is the only credential."],
  ["device profiles", "Settings that devices of a kind share, and how devices provision themselves."],
  ["devices", "Devices and gateways: saving, finding, credentials, owners and claiming."],
  ["entity query", "Entities by filters over their fields, attributes and latest telemetry."],
  ["history", "Import and export of telemetry as files."],
  ["limits", "The limits that hold for the caller, and what is left of them."],
  ["login", "Logging in and out, tokens, passwords and activation."],
  ["monitoring", "Live figures, gateways with their connections, and the state of the installation."],
  ["rpc", "Calls to devices, answered at once or kept until the device connects."],
  ["system", "Health, version and what operators ask the platform about itself."],
  ["telemetry", "Attributes and telemetry of devices and of other entities."],
  ["tenant profiles", "Limits that tenants of a kind share."],
  ["tenants", "Tenants, isolated from each other."],
  ["usage", "What the tenant uses and may use."],
  ["users", "Users, their access and their settings."],
]);
