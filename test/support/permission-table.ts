// REST contract 1.7 as a table: what each route answers to each role about an entity of the own customer, of another
// customer of the tenant, and of another tenant. rest-permissions.test.ts makes the calls.
import { analyticsRows } from "./analytics-permissions.ts";
import { firmwareTitle, newProfileBody, type Place } from "./access-world.ts";
import { packageBody } from "./packages.ts";
import { open, row, rule, type Row, type Rule, type Sent } from "./permission-rows.ts";

const everyRole = rule(200, 200, 200);
const system = rule(200, 403, 403);
const tenantOnly = rule(403, 200, 403);
const members = rule(403, 200, 200);

const ownTenant = rule(200, [200, 200, 403], 403);
/** Another tenant's customer or profile is forbidden. */
const ofTenant = rule(403, [200, 200, 403], 403);
const ofCustomer = rule(403, [200, 200, 403], [200, 403, 403]);
const anyOfTenant = rule(403, [200, 200, 403], [200, 200, 403]);
/** Another tenant's device does not exist, nor does its user. */
const deviceOfTenant = rule(403, [200, 200, 404], 403);
const deviceOfCustomer = rule(403, [200, 200, 404], [200, 403, 404]);
const adminOfTenant = rule(200, [200, 200, 404], 403);
/** What a user of a customer may do with users of the own one, or with himself. */
const adminAskedFor = rule(200, [200, 200, 404], [403, 403, 404]);
const userOfTenant = deviceOfTenant;
const userOfCustomer = deviceOfCustomer;

/** So does another tenant's rollout. */
const rolloutOfTenant = deviceOfTenant;
/** It is neither paused nor has it ended. */
const runningRollout = rule(403, [409, 409, 404], 403);

const shownInTenant = rule(403, ["shown", "shown", "hidden"], 403);
const shownInCustomer = rule(403, ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]);
const shownToMembers = rule(403, ["shown", "shown", "hidden"], ["shown", "shown", "hidden"]);
const shownToSystem = rule("shown", 403, 403);

const PAGE = "pageSize=1000&page=0";
const page =
  (name: (place: Place) => string, more = ""): Row["send"] =>
  (place) => ({ query: `${PAGE}${more}`, names: name(place) });
const ids =
  (parameter: string, id: (place: Place) => string): Row["send"] =>
  (place) => ({ query: `${parameter}=${id(place)}`, names: id(place) });
const deviceId = ({ device }: Place): string => device.id;
const dashboardId = (place: Place): string => place.dashboardId;
const profileId = ({ deviceProfileId }: Place): string => deviceProfileId;
const admin = ({ adminId }: Place): Sent => ({ params: { userId: adminId } });
const user = ({ userId }: Place): Sent => ({ params: { userId } });
const uniqueName = (place: Place): string => place.tenant.uniqueName("new");
const newEmail = (place: Place): string => `${place.tenant.uniqueName("new")}@example.com`;
const updateOf = (type: string, id: string, fields: object): Sent => ({
  body: { id: { entityType: type, id }, ...fields },
});

const systemRows: readonly Row[] = [
  row("GET /api/health/live", open()),
  row("GET /api/health/ready", open()),
  row("GET /actuator/health", open()),
  row("GET /actuator/info", open()),
  row("GET /metrics", open()),
  row("GET /api/system/info", everyRole),
  row("GET /api/system/params", everyRole),
];

const aboutDevices = { entityFilter: { type: "entityType", entityType: "DEVICE" } };

const entityQueryRows: readonly Row[] = [
  row(
    "POST /api/entitiesQuery/find",
    rule("hidden", ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]),
    (place) => ({
      body: { ...aboutDevices, pageLink: { pageSize: 1000, page: 0 } },
      names: place.device.id,
    }),
  ),
  row(
    "POST /api/entitiesQuery/find",
    rule("hidden", ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]),
    (place) => ({
      body: {
        entityFilter: { type: "singleEntity", singleEntity: { entityType: "DEVICE", id: place.device.id } },
        latestValues: [{ type: "SERVER_ATTRIBUTE", key: "secret" }],
        pageLink: { pageSize: 1, page: 0 },
      },
      names: place.device.id,
    }),
  ),
  row(
    "POST /api/entitiesQuery/find",
    rule("hidden", ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]),
    (place) => ({
      body: { entityFilter: { type: "entityType", entityType: "CUSTOMER" }, pageLink: { pageSize: 1000, page: 0 } },
      names: place.customer.id,
    }),
  ),
  row(
    "POST /api/entitiesQuery/find",
    rule("hidden", ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]),
    (place) => ({
      body: { entityFilter: { type: "entityType", entityType: "USER" }, pageLink: { pageSize: 1000, page: 0 } },
      names: place.userId,
    }),
  ),
  row("POST /api/entitiesQuery/find", rule("shown", ["shown", "shown", "hidden"], "hidden"), (place) => ({
    body: { entityFilter: { type: "entityType", entityType: "TENANT" }, pageLink: { pageSize: 1000, page: 0 } },
    names: place.tenant.id,
  })),
  row(
    "POST /api/entitiesQuery/find/keys",
    rule("hidden", ["shown", "shown", "hidden"], ["shown", "hidden", "hidden"]),
    (place) => ({
      body: {
        entityFilter: { type: "singleEntity", singleEntity: { entityType: "DEVICE", id: place.device.id } },
        pageLink: { pageSize: 1, page: 0 },
      },
      names: '"active"',
    }),
  ),
  row("POST /api/entitiesQuery/count", everyRole, () => ({ body: aboutDevices })),
];

const usageRows: readonly Row[] = [
  row("GET /api/usage", tenantOnly),
  row("GET /api/tenant/:tenantId/usage", system),
  row("GET /api/limits", everyRole),
];

/** Devices of these places are no gateways, so that of one's own device too is answered with 404. */
const gatewayOfTenant = rule(403, 404, 403);
const monitoringRows: readonly Row[] = [
  row("GET /api/overview", everyRole),
  row("GET /api/gateways", tenantOnly, () => ({ query: PAGE })),
  row("GET /api/gateways/:deviceId", gatewayOfTenant),
  row("GET /api/gateways/:deviceId/devices", gatewayOfTenant, () => ({ query: PAGE })),
  row("GET /api/gateways/:deviceId/refusals", gatewayOfTenant, () => ({ query: PAGE })),
  row("GET /api/refusals", tenantOnly, () => ({ query: PAGE })),
  row("GET /api/devices/:deviceId/connectivity", deviceOfCustomer, () => ({ query: PAGE })),
  row("GET /api/health/details", system),
  row("GET /api/system/posture", system),
];

const loginRows: readonly Row[] = [
  // Bodies that nobody is let in with: what counts is that nobody is turned away before the body is looked at.
  row("POST /api/auth/login", open(401), () => ({ body: {} })),
  row("POST /api/auth/login/public", open(401), () => ({ body: {} })),
  row("POST /api/auth/token", open(401), () => ({ body: {} })),
  row("GET /api/noauth/userPasswordPolicy", open()),
  row("GET /api/noauth/oauth2Clients", open()),
  row("GET /api/noauth/activate", open(409), () => ({ query: "activateToken=unknown" })),
  row("POST /api/noauth/activate", open(400), () => ({ body: { activateToken: "unknown", password: "long-enough" } })),
  row("POST /api/noauth/activationUser", open(400), () => ({ body: { activateToken: "unknown" } })),
  row("POST /api/noauth/resetPasswordByEmail", open(), () => ({ body: { email: "nobody@example.com" } })),
  row("GET /api/noauth/resetPassword", open(409), () => ({ query: "resetToken=unknown" })),
  row("POST /api/noauth/resetPassword", open(400), () => ({
    body: { resetToken: "unknown", password: "long-enough" },
  })),
  row("GET /api/auth/user", everyRole),
  row("POST /api/auth/logout", everyRole, undefined, "session"),
  row("POST /api/auth/changePassword", rule(400, 400, 400), () => ({
    body: { currentPassword: "wrong", newPassword: "long-enough" },
  })),
];

const userRows: readonly Row[] = [
  // The tenant of a body is the system administrator's to choose; everybody else's own one is taken.
  row("POST /api/user", rule(200, 200, 403), (place) => ({
    body: { email: newEmail(place), authority: "TENANT_ADMIN", tenantId: { id: place.tenant.id } },
  })),
  row("POST /api/user", rule(403, [200, 200, 400], 403), (place) => ({
    body: {
      email: newEmail(place),
      authority: "CUSTOMER_USER",
      tenantId: { id: place.tenant.id },
      customerId: { id: place.customer.id },
    },
  })),
  row("POST /api/user", system, (place) => ({ body: { email: newEmail(place), authority: "SYS_ADMIN" } })),
  row("POST /api/user", adminAskedFor, (place) => updateOf("USER", place.invitedAdminId, { email: newEmail(place) })),
  row("POST /api/user", rule(403, [200, 200, 404], [403, 403, 404]), (place) =>
    updateOf("USER", place.invitedUserId, { email: newEmail(place) }),
  ),
  // The customer user who calls is the user of the own place.
  row("POST /api/user", userOfCustomer, (place) => updateOf("USER", place.userId, { email: newEmail(place) })),
  row("GET /api/user/:userId", adminAskedFor, admin),
  row("GET /api/user/:userId", userOfCustomer, user),
  row("DELETE /api/user/:userId", adminOfTenant, admin, "admin"),
  row("DELETE /api/user/:userId", userOfTenant, user, "user"),
  row(
    "GET /api/users",
    shownInCustomer,
    page(({ userId }) => userId),
  ),
  row(
    "GET /api/users",
    rule(403, ["shown", "shown", "hidden"], "hidden"),
    page(({ adminId }) => adminId),
  ),
  row(
    "GET /api/users",
    shownInCustomer,
    ids("userIds", ({ userId }) => userId),
  ),
  row(
    "GET /api/users/list",
    shownInCustomer,
    ids("userIds", ({ userId }) => userId),
  ),
  row(
    "GET /api/users/info",
    shownInCustomer,
    page(({ userId }) => userId),
  ),
  row(
    "GET /api/tenant/:tenantId/users",
    shownToSystem,
    page(({ adminId }) => adminId),
  ),
  row("GET /api/admin/users", system, () => ({ query: PAGE })),
  row(
    "GET /api/customer/:customerId/users",
    rule(403, ["shown", "shown", 403], 403),
    page(({ userId }) => userId),
  ),
  row("GET /api/user/:userId/activationLink", adminOfTenant, (place) => ({ params: { userId: place.invitedAdminId } })),
  row("GET /api/user/:userId/activationLink", userOfTenant, (place) => ({ params: { userId: place.invitedUserId } })),
  row("GET /api/user/:userId/activationLinkInfo", adminOfTenant, (place) => ({
    params: { userId: place.invitedAdminId },
  })),
  row("GET /api/user/:userId/activationLinkInfo", userOfTenant, (place) => ({
    params: { userId: place.invitedUserId },
  })),
  // The administrators are active already, which is found out after the permission.
  row("POST /api/user/sendActivationMail", rule(400, [400, 400, 404], 403), ({ adminEmail }) => ({
    query: `email=${encodeURIComponent(adminEmail)}`,
  })),
  row("GET /api/user/tokenAccessEnabled", rule(200, 200, 403)),
  // Switched off unless an operator decides otherwise.
  row("GET /api/user/:userId/token", rule(403, [403, 403, 404], 403), admin),
  row("GET /api/user/settings", everyRole),
  row("POST /api/user/settings", everyRole, () => ({ body: { theme: "dark" } })),
  row("PUT /api/user/settings", everyRole, () => ({ body: { "table.rows": 20 } })),
  row("DELETE /api/user/settings/:paths", everyRole, () => ({ params: { paths: "table.rows" } })),
  row("GET /api/user/settings/general", everyRole),
  row("PUT /api/user/settings/general", everyRole, () => ({ body: { "table.rows": 20 } })),
  row("GET /api/admin/securitySettings", system),
  row("POST /api/admin/securitySettings", system, () => ({ body: { passwordPolicy: {} } })),
  row("GET /api/admin/jwtSettings", system),
  // What is let in is refused for its body: a save would end the sessions of all callers.
  row("POST /api/admin/jwtSettings", rule(400, 403, 403), () => ({ body: {} })),
  row("POST /api/user/:userId/userCredentialsEnabled", adminOfTenant, admin),
  row("POST /api/user/:userId/userCredentialsEnabled", userOfTenant, user),
];

// Everybody has keys; administrators look after those of the users below them.
const apiKeyRows: readonly Row[] = [
  ...[
    {
      ofUser: adminAskedFor,
      cells: ownTenant,
      userId: ({ adminId }: Place) => adminId,
      keyId: ({ adminKeyId }: Place) => adminKeyId,
    },
    {
      ofUser: userOfCustomer,
      cells: ofCustomer,
      userId: ({ userId }: Place) => userId,
      keyId: ({ userKeyId }: Place) => userKeyId,
    },
  ].flatMap(({ ofUser, cells, userId, keyId }, index) => {
    const params = (place: Place): Sent => ({ params: { id: keyId(place), enabledValue: "true" } });
    return [
      row("POST /api/apiKey", ofUser, (place) => ({ body: { userId: { id: userId(place) }, description: "new" } })),
      row("POST /api/apiKey", cells, (place) => updateOf("API_KEY", keyId(place), { description: "changed" })),
      row("GET /api/apiKeys/:userId", ofUser, (place) => ({ params: { userId: userId(place) }, query: PAGE })),
      row("PUT /api/apiKey/:id/enabled/:enabledValue", cells, params),
      row("PUT /api/apiKey/:id/description", cells, (place) => ({ ...params(place), body: "changed" })),
      row("DELETE /api/apiKey/:id", cells, params, index === 0 ? "adminKey" : "userKey"),
    ];
  }),
];

const customerRows: readonly Row[] = [
  row("POST /api/customer", tenantOnly, (place) => ({ body: { title: uniqueName(place) } })),
  row("POST /api/customer", ofTenant, (place) =>
    updateOf("CUSTOMER", place.customer.id, { title: place.customerTitle }),
  ),
  row("GET /api/customer/:customerId", ofCustomer),
  row("GET /api/customer/:customerId/shortInfo", ofCustomer),
  row("GET /api/customer/:customerId/title", ofCustomer),
  row("DELETE /api/customer/:customerId", ofTenant, undefined, "customer"),
  row(
    "GET /api/customers",
    shownInTenant,
    page(({ customer }) => customer.id),
  ),
  row(
    "GET /api/customers",
    shownInTenant,
    ids("customerIds", ({ customer }) => customer.id),
  ),
  row(
    "GET /api/customers/list",
    shownInTenant,
    ids("customerIds", ({ customer }) => customer.id),
  ),
  row("GET /api/tenant/customers", rule(403, [200, 200, 404], 403), ({ customerTitle }) => ({
    query: `customerTitle=${encodeURIComponent(customerTitle)}`,
  })),
];

const tenantRows: readonly Row[] = [
  row("POST /api/tenant", system, (place) => ({ body: { title: uniqueName(place) } })),
  row("POST /api/tenant", system, (place) => updateOf("TENANT", place.tenant.id, { title: uniqueName(place) })),
  row("GET /api/tenant/:tenantId", ownTenant),
  row("GET /api/tenant/info/:tenantId", ownTenant),
  row("DELETE /api/tenant/:tenantId", system, undefined, "tenant"),
  row(
    "GET /api/tenants",
    shownToSystem,
    page(({ tenant }) => tenant.id),
  ),
  row(
    "GET /api/tenants",
    rule("shown", ["shown", "shown", "hidden"], 403),
    ids("tenantIds", ({ tenant }) => tenant.id),
  ),
  row(
    "GET /api/tenants/list",
    rule("shown", ["shown", "shown", "hidden"], 403),
    ids("tenantIds", ({ tenant }) => tenant.id),
  ),
  row(
    "GET /api/tenantInfos",
    shownToSystem,
    page(({ tenant }) => tenant.id),
  ),
  row("POST /api/tenantProfile", system, (place) => ({ body: { name: uniqueName(place) } })),
  row("POST /api/tenantProfile", system, (place) =>
    updateOf("TENANT_PROFILE", place.tenantProfileId, { name: uniqueName(place) }),
  ),
  row("GET /api/tenantProfile/:tenantProfileId", system),
  row("GET /api/tenantProfileInfo/default", system),
  row("GET /api/tenantProfileInfo/:tenantProfileId", system),
  row("DELETE /api/tenantProfile/:tenantProfileId", system, undefined, "tenantProfile"),
  row("POST /api/tenantProfile/:tenantProfileId/default", system),
  row(
    "GET /api/tenantProfiles",
    shownToSystem,
    page(({ tenantProfileId }) => tenantProfileId),
  ),
  row(
    "GET /api/tenantProfiles/list",
    shownToSystem,
    ids("ids", ({ tenantProfileId }) => tenantProfileId),
  ),
  row(
    "GET /api/tenantProfileInfos",
    shownToSystem,
    page(({ tenantProfileId }) => tenantProfileId),
  ),
];

const deviceRows: readonly Row[] = [
  row("POST /api/device", tenantOnly, (place) => ({ body: { name: uniqueName(place) } })),
  row("POST /api/device", rule(403, [200, 200, 400], 403), (place) => ({
    body: { name: uniqueName(place), customerId: { id: place.customer.id } },
  })),
  row("POST /api/device", deviceOfCustomer, ({ device, customer }) =>
    updateOf("DEVICE", device.id, { name: device.name, customerId: { id: customer.id } }),
  ),
  row("POST /api/device-with-credentials", tenantOnly, (place) => ({
    body: {
      device: { name: uniqueName(place) },
      credentials: { credentialsType: "ACCESS_TOKEN", credentialsId: place.tenant.uniqueName("token") },
    },
  })),
  row("POST /api/device-with-credentials", deviceOfTenant, ({ device, customer }) => ({
    body: {
      device: { id: { id: device.id }, name: device.name, customerId: { id: customer.id } },
      credentials: { credentialsType: "ACCESS_TOKEN", credentialsId: device.token },
    },
  })),
  row("GET /api/device/:deviceId", deviceOfCustomer),
  ...(["GET /api/relations", "GET /api/relations/info"] as const).flatMap((route) => [
    row(route, deviceOfCustomer, ({ device }) => ({ query: `fromType=DEVICE&fromId=${device.id}` })),
    row(route, deviceOfCustomer, ({ device }) => ({ query: `toType=DEVICE&toId=${device.id}` })),
    row(`${route}/from/:fromType/:fromId`, deviceOfCustomer, ({ device }) => ({
      params: { fromType: "DEVICE", fromId: device.id },
    })),
    row(`${route}/to/:toType/:toId`, deviceOfCustomer, ({ device }) => ({
      params: { toType: "DEVICE", toId: device.id },
    })),
  ]),
  row("GET /api/device/info/:deviceId", deviceOfCustomer),
  row("DELETE /api/device/:deviceId", deviceOfTenant, undefined, "device"),
  row("GET /api/device/:deviceId/credentials", deviceOfCustomer),
  row("POST /api/device/credentials", deviceOfTenant, ({ device }) => ({
    body: { deviceId: { id: device.id }, credentialsType: "ACCESS_TOKEN", credentialsId: device.token },
  })),
  row("GET /api/tenant/devices", shownInTenant, page(deviceId)),
  row("GET /api/tenant/devices", deviceOfTenant, ({ device }) => ({ query: `deviceName=${device.name}` })),
  row("GET /api/tenant/device", deviceOfTenant, ({ device }) => ({ query: `deviceName=${device.name}` })),
  row("GET /api/tenant/deviceInfos", shownInTenant, page(deviceId)),
  row("GET /api/customer/:customerId/devices", rule(403, ["shown", "shown", 403], ["shown", 403, 403]), page(deviceId)),
  row(
    "GET /api/customer/:customerId/deviceInfos",
    rule(403, ["shown", "shown", 403], ["shown", 403, 403]),
    page(deviceId),
  ),
  row("GET /api/devices", shownInCustomer, ids("deviceIds", deviceId)),
  row("GET /api/device/types", members),
  row("POST /api/customer/:customerId/device/:deviceId", rule(403, [200, 200, 403], 403)),
  // The device alone is the other one's.
  row(
    "POST /api/customer/:customerId/device/:deviceId",
    deviceOfTenant,
    ({ device, homeCustomerId }) => ({
      params: { customerId: homeCustomerId, deviceId: device.id },
    }),
    "device",
  ),
  row("POST /api/customer/public/device/:deviceId", deviceOfTenant, undefined, "device"),
  row("DELETE /api/customer/device/:deviceId", deviceOfTenant, undefined, "device"),
  row("POST /api/customer/device/:deviceName/claim", rule(403, 403, [200, 400, 404]), undefined, "claimableDevice"),
  row("DELETE /api/customer/device/:deviceName/claim", deviceOfCustomer, undefined, "device"),
];

const deviceProfileRows: readonly Row[] = [
  row("POST /api/deviceProfile", tenantOnly, ({ tenant }) => ({ body: newProfileBody(tenant) })),
  row("POST /api/deviceProfile", ofTenant, ({ tenant, deviceProfileId }) =>
    updateOf("DEVICE_PROFILE", deviceProfileId, newProfileBody(tenant)),
  ),
  row("GET /api/deviceProfile/:deviceProfileId", ofTenant),
  row("GET /api/deviceProfileInfo/:deviceProfileId", anyOfTenant),
  row("GET /api/deviceProfileInfo/default", members),
  row("DELETE /api/deviceProfile/:deviceProfileId", ofTenant, undefined, "deviceProfile"),
  row("POST /api/deviceProfile/:deviceProfileId/default", ofTenant),
  row(
    "GET /api/deviceProfiles",
    shownInTenant,
    page(({ deviceProfileId }) => deviceProfileId),
  ),
  row(
    "GET /api/deviceProfileInfos",
    shownToMembers,
    page(({ deviceProfileId }) => deviceProfileId),
  ),
  row("GET /api/deviceProfileInfos", shownInTenant, ids("deviceProfileIds", profileId)),
  row("GET /api/deviceProfileInfos/list", shownInTenant, ids("deviceProfileIds", profileId)),
  row("GET /api/deviceProfile/devices/keys/timeseries", tenantOnly),
  row("GET /api/deviceProfile/devices/keys/timeseries", ofTenant, ({ deviceProfileId }) => ({
    query: `deviceProfileId=${deviceProfileId}`,
  })),
  row("GET /api/deviceProfile/devices/keys/attributes", tenantOnly),
  row("GET /api/deviceProfile/devices/keys/attributes", ofTenant, ({ deviceProfileId }) => ({
    query: `deviceProfileId=${deviceProfileId}`,
  })),
  row("GET /api/devices/count/:otaPackageType/:deviceProfileId", anyOfTenant, () => ({
    params: { otaPackageType: "FIRMWARE" },
  })),
  row("GET /api/deviceProfile/names", shownToMembers, ({ deviceProfileId }) => ({ names: deviceProfileId })),
];

const packageRows: readonly Row[] = [
  // The profile of another tenant does not exist.
  row("POST /api/otaPackage", rule(403, [200, 200, 400], 403), (place) => ({
    body: packageBody(place.deviceProfileId, { version: place.tenant.uniqueName("version") }),
  })),
  row("POST /api/otaPackage", ofTenant, ({ packageId, deviceProfileId }) =>
    updateOf("OTA_PACKAGE", packageId, packageBody(deviceProfileId, { title: firmwareTitle(deviceProfileId) })),
  ),
  // A body that is no form: a caller who may upload gets that as the reason.
  row("POST /api/otaPackage/:otaPackageId", rule(403, [415, 415, 403], 403), () => ({ body: {} })),
  row("GET /api/otaPackage/:otaPackageId", ofTenant),
  row("GET /api/otaPackage/info/:otaPackageId", anyOfTenant),
  row("GET /api/otaPackage/:otaPackageId/download", ofTenant),
  row(
    "GET /api/otaPackages",
    shownToMembers,
    page(({ packageId }) => packageId),
  ),
  row("GET /api/otaPackages/:deviceProfileId/:type", shownToMembers, ({ packageId }) => ({
    params: { type: "FIRMWARE" },
    query: PAGE,
    names: packageId,
  })),
  row("DELETE /api/otaPackage/:otaPackageId", ofTenant, undefined, "package"),
];

const dashboardRows: readonly Row[] = [
  row("POST /api/dashboard", tenantOnly, (place) => ({ body: { title: uniqueName(place) } })),
  row("POST /api/dashboard", ofTenant, ({ dashboardId }) => updateOf("DASHBOARD", dashboardId, { title: "new" })),
  row("GET /api/dashboard/:dashboardId", ofCustomer),
  row("GET /api/dashboard/info/:dashboardId", ofCustomer),
  row("DELETE /api/dashboard/:dashboardId", ofTenant, undefined, "dashboard"),
  row("POST /api/dashboard/:dashboardId/panels", ofCustomer, () => ({ body: {} }), "dashboard"),
  // The stream of one who may watch would not end.
  row("GET /api/dashboard/:dashboardId/live", rule(403, [400, 400, 403], [400, 403, 403]), () => ({
    query: "request=%7B",
  })),
  row("GET /api/tenant/dashboards", shownInTenant, page(dashboardId)),
  row("GET /api/tenant/:tenantId/dashboards", shownToSystem, page(dashboardId)),
  row(
    "GET /api/customer/:customerId/dashboards",
    rule(403, ["shown", "shown", 403], ["shown", 403, 403]),
    page(dashboardId),
  ),
  row("GET /api/dashboards", shownInCustomer, ids("dashboardIds", dashboardId)),
  row("POST /api/customer/:customerId/dashboard/:dashboardId", ofTenant),
  row(
    "POST /api/customer/:customerId/dashboard/:dashboardId",
    ofTenant,
    ({ homeCustomerId }) => ({
      params: { customerId: homeCustomerId },
    }),
    "dashboard",
  ),
  row("DELETE /api/customer/:customerId/dashboard/:dashboardId", ofTenant, undefined, "dashboard"),
  row("POST /api/customer/public/dashboard/:dashboardId", ofTenant, undefined, "dashboard"),
  row("DELETE /api/customer/public/dashboard/:dashboardId", ofTenant, undefined, "dashboard"),
  ...(["customers", "customers/add", "customers/remove"] as const).map((path) =>
    row(`POST /api/dashboard/:dashboardId/${path}`, ofTenant, ({ customer }) => ({ body: [customer.id] }), "dashboard"),
  ),
  row("GET /api/dashboard/:dashboardId/revisions", ofTenant),
  row("GET /api/dashboard/:dashboardId/revisions/:revision", ofTenant, () => ({ params: { revision: "1" } })),
  row("POST /api/dashboard/:dashboardId/revisions/:revision/restore", ofTenant, () => ({ params: { revision: "1" } })),
  row("GET /api/dashboard/home", members),
  row("GET /api/dashboard/home/info", members),
  row("GET /api/tenant/dashboard/home/info", tenantOnly),
  row("POST /api/tenant/dashboard/home/info", ofTenant, ({ dashboardId: id }) => ({ body: { dashboardId: { id } } })),
];

const rolloutRows: readonly Row[] = [
  // The device is in one that runs; the package of another tenant does not exist.
  row("POST /api/ota/rollouts", rule(403, [409, 409, 400], 403), ({ packageId, rolloutDeviceId }) => ({
    body: { packageId, target: { deviceIds: [rolloutDeviceId] } },
  })),
  row(
    "GET /api/ota/rollouts",
    shownInTenant,
    page(({ rolloutId }) => rolloutId),
  ),
  row("GET /api/ota/rollouts/:rolloutId", rolloutOfTenant),
  row(
    "GET /api/ota/rollouts/:rolloutId/devices",
    rolloutOfTenant,
    page(({ rolloutDeviceId: id }) => id),
  ),
  row("POST /api/ota/rollouts/:rolloutId/pause", rolloutOfTenant, undefined, "rollout"),
  row("POST /api/ota/rollouts/:rolloutId/resume", runningRollout),
  row("POST /api/ota/rollouts/:rolloutId/stop", rolloutOfTenant, undefined, "rollout"),
  row("DELETE /api/ota/rollouts/:rolloutId", runningRollout),
];

// Persistent, so that the answer does not wait for the device.
const aCall: Row["send"] = () => ({ body: { method: "wait", persistent: true, timeout: 3_600_000 } });

const rpcRows: readonly Row[] = [
  row("POST /api/rpc/oneway/:deviceId", deviceOfCustomer, aCall),
  row("POST /api/rpc/twoway/:deviceId", deviceOfCustomer, aCall),
  row("POST /api/plugins/rpc/oneway/:deviceId", deviceOfCustomer, aCall),
  row("POST /api/plugins/rpc/twoway/:deviceId", deviceOfCustomer, aCall),
  row("GET /api/rpc/persistent/:rpcId", deviceOfCustomer),
  row("GET /api/rpc/persistent/device/:deviceId", deviceOfCustomer, () => ({ query: PAGE })),
  row("DELETE /api/rpc/persistent/:rpcId", deviceOfTenant, undefined, "rpc"),
];

/** Whose values a path may name, and who may read and write them. */
const VALUE_OWNERS: readonly {
  readonly type: string;
  readonly id: (place: Place) => string;
  readonly read: Rule;
  readonly write: Rule;
}[] = [
  { type: "DEVICE", id: deviceId, read: deviceOfCustomer, write: deviceOfCustomer },
  { type: "TENANT", id: ({ tenant }) => tenant.id, read: ownTenant, write: system },
  { type: "CUSTOMER", id: ({ customer }) => customer.id, read: ofCustomer, write: ofTenant },
  { type: "USER", id: ({ adminId }) => adminId, read: adminAskedFor, write: adminAskedFor },
  { type: "USER", id: ({ userId }) => userId, read: userOfCustomer, write: userOfCustomer },
];

const OF_OWNER = "/api/plugins/telemetry/:entityType/:entityId";
const RANGE = "keys=secret&startTs=0&endTs=8640000000000000";

const valueRows: readonly Row[] = VALUE_OWNERS.flatMap(({ type, id, read, write }) => {
  const send =
    (sent: Sent = {}): Row["send"] =>
    (place) => ({ ...sent, params: { entityType: type, entityId: id(place), scope: "SERVER_SCOPE", ttl: "0" } });
  const body = { mode: "eco" };
  return [
    row(`GET ${OF_OWNER}/keys/attributes`, read, send()),
    row(`GET ${OF_OWNER}/keys/attributes/:scope`, read, send()),
    row(`GET ${OF_OWNER}/values/attributes`, read, send()),
    row(`GET ${OF_OWNER}/values/attributes/:scope`, read, send()),
    row(`POST ${OF_OWNER}/attributes/:scope`, write, send({ body })),
    row(`POST ${OF_OWNER}/:scope`, write, send({ body })),
    row(`DELETE ${OF_OWNER}/:scope`, write, send({ query: "keys=mode" })),
    row(`GET ${OF_OWNER}/keys/timeseries`, read, send()),
    row(`GET ${OF_OWNER}/values/timeseries`, read, send()),
    row(`GET ${OF_OWNER}/values/timeseries`, read, send({ query: RANGE })),
    row(`GET ${OF_OWNER}/values/timeseries/history`, read, send({ query: RANGE })),
    row(`GET ${OF_OWNER}/values/timeseries/export`, read, send({ query: "keys=secret&startTs=0" })),
    row(`POST ${OF_OWNER}/timeseries/:scope`, write, send({ body })),
    row(`POST ${OF_OWNER}/timeseries/:scope/:ttl`, write, send({ body })),
    row(`DELETE ${OF_OWNER}/timeseries/delete`, write, send({ query: "keys=mode&deleteAllDataForKeys=true" })),
  ];
});

const deviceValueRows: readonly Row[] = [
  row("POST /api/plugins/telemetry/:deviceId/:scope", deviceOfCustomer, () => ({
    params: { scope: "SERVER_SCOPE" },
    body: { mode: "eco" },
  })),
  row("DELETE /api/plugins/telemetry/:deviceId/:scope", deviceOfCustomer, () => ({
    params: { scope: "SERVER_SCOPE" },
    query: "keys=mode",
  })),
];

/** The token is the only credential: a user's own counts for nothing, neither for nor against him. */
const byToken =
  (sent: Sent = {}): Row["send"] =>
  ({ device }) => ({ ...sent, params: { token: device.token, ...sent.params } });

const deviceApiRows: readonly Row[] = [
  row("POST /api/v1/:token/telemetry", open(), byToken({ body: { temperature: 25 } })),
  row("POST /api/v1/:token/attributes", open(), byToken({ body: { fw: "1.2" } })),
  row("GET /api/v1/:token/attributes", open(), byToken()),
  // A timeout that is none, so that nobody has to wait.
  row("GET /api/v1/:token/attributes/updates", open(400), byToken({ query: "timeout=soon" })),
  row("GET /api/v1/:token/rpc", open(400), byToken({ query: "timeout=soon" })),
  // The device of the own place has an owner.
  row("POST /api/v1/:token/claim", open(400), byToken({ body: {} })),
  row("POST /api/v1/:token/rpc", open(), byToken({ body: { method: "getTime" } })),
  row("POST /api/v1/:token/rpc/:requestId", open(), byToken({ body: {}, params: { requestId: "1" } })),
  row("GET /api/v1/:token/firmware", open(404), byToken()),
  row("GET /api/v1/:token/software", open(404), byToken()),
  row("POST /api/v1/provision", open(), () => ({
    body: { provisionDeviceKey: "unknown", provisionDeviceSecret: "unknown" },
  })),
];

// A system administrator has a log of his own, in which nothing of the tenants is.
const shownInLog = rule("hidden", ["shown", "shown", "hidden"], 403);
const shownInTenantLog = rule(403, ["shown", "shown", "hidden"], 403);
const NEWEST = "&sortProperty=createdTime&sortOrder=DESC";

const auditRows: readonly Row[] = [
  row("GET /api/audit/logs", shownInLog, ({ tenant, device }) => ({
    query: `${PAGE}&textSearch=${device.name}`,
    names: tenant.id,
  })),
  row("GET /api/audit/logs/entity/:entityType/:entityId", shownInLog, ({ tenant, device }) => ({
    params: { entityType: "DEVICE", entityId: device.id },
    query: PAGE,
    names: tenant.id,
  })),
  row(
    "GET /api/audit/logs/customer/:customerId",
    shownInTenantLog,
    page(({ customer }) => customer.id, NEWEST),
  ),
  row("GET /api/audit/logs/user/:userId", shownInTenantLog, (place) => ({
    ...admin(place),
    query: PAGE,
    names: place.adminId,
  })),
];

const historyRows: readonly Row[] = [
  row("GET /api/telemetry/export", shownInCustomer, ({ device }) => ({ names: device.name })),
  row("GET /api/telemetry/export", deviceOfCustomer, ({ device }) => ({ query: `deviceIds=${device.id}` })),
  row("GET /api/telemetry/export", ofCustomer, ({ customer }) => ({ query: `customerId=${customer.id}` })),
  row("GET /api/telemetry/export", anyOfTenant, ({ deviceProfileId }) => ({
    query: `deviceProfileId=${deviceProfileId}`,
  })),
];

const historyImportRows: readonly Row[] = [
  row("POST /api/devices/import", rule(403, 415, 403)),
  row("GET /api/devices/export", members),
  row("GET /api/devices/export", ofCustomer, ({ customer }) => ({ query: `customerId=${customer.id}` })),
  row("POST /api/telemetry/import", rule(403, 415, 415)),
  row("POST /api/telemetry/import", rule(403, 415, 403), () => ({ query: "createDevices=true" })),
];

const connectivityRows: readonly Row[] = [
  row("GET /api/device-connectivity/:deviceId", deviceOfCustomer),
  row("GET /api/device-connectivity/:protocol/certificate/download", open(404), () => ({
    params: { protocol: "mqtts" },
  })),
  // Devices of the places are no gateways, which is reported only to those who may know of them.
  row("GET /api/device-connectivity/gateway-launch/:deviceId", rule(403, [400, 400, 404], [400, 403, 404])),
  row(
    "GET /api/device-connectivity/gateway-launch/:deviceId/docker-compose/download",
    rule(403, [400, 400, 404], [400, 403, 404]),
  ),
];

export const TABLE: readonly Row[] = [
  ...analyticsRows,
  ...connectivityRows,
  ...historyImportRows,
  ...historyRows,
  ...systemRows,
  ...deviceApiRows,
  ...loginRows,
  ...userRows,
  ...apiKeyRows,
  ...customerRows,
  ...tenantRows,
  ...deviceRows,
  ...deviceProfileRows,
  ...packageRows,
  ...dashboardRows,
  ...rolloutRows,
  ...rpcRows,
  ...valueRows,
  ...deviceValueRows,
  ...entityQueryRows,
  ...usageRows,
  ...monitoringRows,
  ...auditRows,
];
