// The stores that have no suite of their own, on both engines with the same entities: every read answers the same, in the
// same order.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ACTIVATED,
  administratorOf,
  pageOf,
  sampleCustomer,
  sampleProfile,
  sampleTenant,
  sampleUser,
  userOf,
} from "../../../test/contracts/account-samples.ts";
import { NOW, orderOf, PACKAGE_FILE, sampleDevice, samplePackage } from "../../../test/contracts/device-samples.ts";
import { sampleProfile as sampleDeviceProfile } from "../../../test/contracts/device-samples.ts";
import { sampleLink, sampleView } from "../../../test/contracts/view-store.ts";
import { ENTITY_ENGINES } from "../../../test/support/entity-engines.ts";
import type { ScratchStores } from "../../../test/support/scratch-stores.ts";
import type { ReportJob } from "../../core/analytics/jobs/report-job.ts";
import { addToColumns, newColumns } from "../../core/attributes/attribute.ts";
import type { AuditedType } from "../../core/audit-trail.ts";
import type { AuditRecord, AuditSortProperty } from "../../core/audit/audit-record.ts";
import type { EntityKey, QueryableType } from "../../core/entity-query/entity-query.ts";
import {
  newId,
  type AuditRecordId,
  type DeviceId,
  type ContentId,
  type ReportJobId,
  type ReportRunId,
  type SessionId,
} from "../../core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../core/name-conflict.ts";
import { millis } from "../../lib/clock.ts";

type Stores = ScratchStores["stores"];

const profile = sampleProfile({ profileData: { configuration: { maxDevices: 0, transportTenantMsgRateLimit: "" } } });
const limited = sampleProfile({ isDefault: true, profileData: { configuration: { maxDevices: 7, rpcTtlDays: 3 } } });
const tenant = sampleTenant(profile, { title: "Zebra", email: "a@b.example" });
const other = sampleTenant(limited, { title: "apple", city: "Ärmelstadt" });
const customer = sampleCustomer(tenant, { title: "Ärger", email: "x@y.example" });
const plain = sampleCustomer(tenant, { title: "plain" });
const administrator = administratorOf(tenant, { firstName: "Ada", lastName: "a\u0000b" });
const user = userOf(customer, { lastName: "Byron" });
const deviceProfile = sampleDeviceProfile(tenant.id, { name: "boiler" as never, image: "data:image/png;base64,AAAA" });
const gateway = sampleDevice(tenant.id, {
  name: "gateway",
  additionalInfo: { gateway: true, connectOnUplink: true, note: "a\u0000b \u0001 😀" },
});
const second = sampleDevice(tenant.id, { name: "second gateway", additionalInfo: { gateway: true } });
const boiler = sampleDevice(tenant.id, {
  name: "Boiler 😀",
  label: "\uffee",
  customerId: customer.id,
  profile: { kind: "id", id: deviceProfile.id },
});
const order = orderOf(gateway, ["child 1", "child 2", "Child 3"], { connects: true });
const [child] = order.candidates.map(({ id }) => id);
const firmware = samplePackage(deviceProfile, { content: PACKAGE_FILE, title: "Ü", tag: "x" });
const software = samplePackage(deviceProfile, { kind: "SOFTWARE" });
const view = sampleView(administrator, {
  tags: ["a", "b\u0000"],
  folder: "x/y%",
  sharing: { visibility: "customers", customerIds: [plain.id, customer.id].sort(), allCustomers: false },
});
const link = sampleLink(view);
const job: ReportJob = {
  id: newId<ReportJobId>(),
  tenantId: tenant.id,
  userId: user.id,
  viewId: view.id,
  format: "csv",
  request: { note: "a\u0000b" } as never,
  createdAt: NOW,
  state: "queued",
  attempts: 0,
  runId: newId<ReportRunId>(),
  percent: 5,
  startedAt: null,
  endedAt: null,
  expiresAt: millis(NOW + 5),
  result: null,
  failure: null,
};
const records = Array.from({ length: 12 }, (_none, index): AuditRecord => ({
  id: newId<AuditRecordId>(),
  createdAt: millis(NOW + (index % 4) * 50_000_000),
  tenantId: index === 11 ? null : tenant.id,
  customerId: index % 3 === 0 ? customer.id : null,
  entityType: "DEVICE",
  entityId: index % 2 === 0 ? boiler.id : null,
  entityName: [null, "b", "A", "ä", "a"][index % 5] ?? null,
  userId: administrator.id,
  userName: index % 2 === 0 ? null : "x",
  action: index % 2 === 0 ? "ADDED" : "UPDATED",
  data: '{"a":"\\u0000"}',
  failure: index % 5 === 0 ? "no \u0000" : null,
}));
const token = new Uint8Array(32).fill(7);

async function fill(stores: Stores): Promise<void> {
  await stores.tenants.createProfile(profile);
  await stores.tenants.createProfile(limited);
  for (const each of [tenant, other]) await stores.tenants.createTenant(each);
  for (const each of [customer, plain]) await stores.customers.createCustomer(each, FAIL_ON_CONFLICT, 0);
  for (const each of [administrator, user, sampleSystemUser]) await stores.users.createUser(each, ACTIVATED, 0);
  await stores.deviceProfiles.create(deviceProfile);
  for (const device of [gateway, second, boiler]) await stores.devices.create(device, FAIL_ON_CONFLICT, 0, NOW);
  await stores.registry.findOrCreate(order);
  await stores.registry.disconnectRoute(gateway.id, order.candidates[1]?.id ?? gateway.id);
  await stores.registry.findOrCreate({ ...order, gatewayId: second.id, candidates: order.candidates.slice(2) });
  for (const each of [firmware, software]) await stores.packages.create(each);
  for (const scope of ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const) {
    const columns = newColumns();
    addToColumns(
      columns,
      boiler.id,
      [
        ["value", scope],
        ["number", 1.5],
        ["flag", true],
        ["text", "a\u0000b"],
      ],
      NOW,
    );
    addToColumns(
      columns,
      gateway.id,
      [
        ["value", 9_007_199_254_740_993n],
        ["__proto__", -0.25],
      ],
      millis(NOW + 1),
    );
    await stores.attributes.saveOfDevices(scope, columns);
  }
  const own = newColumns();
  addToColumns(own, user.id, [["seat", "window"]], NOW);
  await stores.attributes.saveOfOthers("SERVER_SCOPE", own);
  await stores.series.register([boiler.id, boiler.id, gateway.id, customer.id], ["t", "__proto__", "t", "t"]);
  const events = [
    { at: NOW, kind: "CONNECTED", end: null, gatewayId: null },
    { at: millis(NOW + 1), kind: "DISCONNECTED", end: "timeout", gatewayId: null },
    { at: millis(NOW + 2), kind: "CONNECTED", end: null, gatewayId: second.id },
  ] as never;
  await stores.connectivity.save(
    [
      { deviceId: gateway.id, activated: true, lastActivityTime: NOW, lastConnectTime: NOW, events },
      { deviceId: boiler.id, lastActivityTime: millis(NOW + 7), lastDisconnectTime: NOW, events },
    ],
    NOW,
    2,
  );
  await stores.views.createView(view, 10);
  await stores.viewLinks.createLink(link, token, 10);
  await stores.reportJobs.addJob(job, 10);
  for (const record of records) await stores.audit.append(record);
  await stores.settings.saveSecuritySettings({ passwordPolicy: {} } as never);
  await stores.userSettings.saveUserSettings(user.id, '{"a":"\\u0000"}');
  await stores.marks.save({ begun: 5, generation: 4 });
  await stores.marks.skipSeries(41);
  await stores.series.register([gateway.id], ["next"]);
}

const sampleSystemUser = sampleUser({ email: "root@example.com" });

const BOUNDS = { sortedRowsMax: 1_000, answerCharsMax: 1e6, comparedCharsMax: 1e6, heldCharsMax: 1e6 };
const NO_LATEST = { series: [], kinds: [], values: [] };
const KINDS: readonly QueryableType[] = ["DEVICE", "CUSTOMER", "USER", "TENANT", "DEVICE_PROFILE"];
const FIELDS = [
  "name",
  "entityType",
  "type",
  "label",
  "ownerName",
  "ownerType",
  "email",
  "createdTime",
  "region",
  "additionalInfo",
];
const AUDITED: Readonly<Partial<Record<AuditedType, string>>> = {
  TENANT: tenant.id,
  TENANT_PROFILE: profile.id,
  CUSTOMER: customer.id,
  USER: user.id,
  DEVICE: boiler.id,
  DEVICE_PROFILE: deviceProfile.id,
  OTA_PACKAGE: firmware.id,
  OTA_ROLLOUT: "nothing",
  RPC: "nothing",
  API_KEY: "nothing",
  TABLE_VIEW: view.id,
  VIEW_LINK: link.id,
  DASHBOARD_LINK: "nothing",
  REPORT: job.id,
};

const field = (key: string): EntityKey => ({ type: "ENTITY_FIELD", key });
const sorts = <Property extends string>(...properties: readonly Property[]) =>
  properties.flatMap((property) => [
    { property, order: "ASC" as const },
    { property, order: "DESC" as const },
  ]);
const audience = (customerId: typeof customer.id | null) => ({ tenantId: tenant.id, customerId });
const allDevices = [gateway.id, second.id, boiler.id, ...order.candidates.map(({ id }) => id)];

const ANY_DEVICE = { customerId: undefined, deviceProfileId: undefined, deviceIds: undefined };

/** Reads by what they are called in a failure. */
const READS: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  "gateway keys": ({ monitoring }) => monitoring.gatewayKeys(tenant.id, null),
  "gateway keys, searched": ({ monitoring }) => monitoring.gatewayKeys(tenant.id, "SECOND"),
  gateways: ({ monitoring }) => monitoring.gateways(tenant.id, [gateway.id, second.id]),
  counts: async ({ monitoring }) => [
    await monitoring.countDevices(null, null),
    await monitoring.countDevices(tenant.id, null),
    await monitoring.countDevices(tenant.id, customer.id),
    await monitoring.countGateways(),
    await monitoring.countTenants(),
  ],
  relations: async ({ relations }) =>
    await Promise.all(
      ([null, "Created"] as const).flatMap((type) => [
        relations.list({ ...audience(null), deviceId: gateway.id, end: "from", group: "COMMON", type }, 10),
        relations.list({ ...audience(customer.id), deviceId: gateway.id, end: "from", group: "COMMON", type }, 10),
        relations.list({ ...audience(null), deviceId: child ?? gateway.id, end: "to", group: "COMMON", type }, 10),
      ]),
    ),
  "connection history": async ({ connectionHistory }) => [
    await connectionHistory.list(gateway.id, pageOf()),
    await connectionHistory.list(gateway.id, pageOf({ textSearch: "TIMEOUT" })),
    await connectionHistory.list(boiler.id, pageOf({ textSearch: "second", sort: { property: "ts", order: "ASC" } })),
  ],
  "rows of devices": async ({ dimensionRows }) => [
    await dimensionRows.devices(audience(null), null, 3),
    await dimensionRows.devices(audience(customer.id), null, 10),
    await dimensionRows.devicesOf(audience(null), [...allDevices].reverse()),
    await dimensionRows.devicesOf(audience(customer.id), allDevices),
    [...(await dimensionRows.profiles(tenant.id, [deviceProfile.id]))],
    [...(await dimensionRows.profilesNamed(tenant.id, ["boiler", "default"]))].map(([name]) => name).sort(),
    [...(await dimensionRows.customers(tenant.id, [customer.id, plain.id]))].sort(),
    await dimensionRows.customerIds(tenant.id, null, 10),
  ],
  "values of devices": async ({ dimensionRows }) => {
    const { owners } = await dimensionRows.devices(audience(null), null, 10);
    return [
      await dimensionRows.activity([...owners].reverse()),
      await dimensionRows.attributes([...owners].reverse(), "CLIENT_SCOPE", "value", 1e6),
      await dimensionRows.attributes(owners, "SHARED_SCOPE", "text", 2),
      await dimensionRows.series([...allDevices].reverse(), "t"),
      [...((await dimensionRows.keys(allDevices, 100)) ?? [])].map(([key, series]) => [key, [...series].sort()]).sort(),
      await dimensionRows.keys(allDevices, 1),
      // Samples may be any of several with the same time, and SQLite cuts theirs at a U+0000.
      ((await dimensionRows.attributeKeys(owners, 1000)) ?? [])
        .map(({ sample: _, ...rest }) => JSON.stringify(rest))
        .sort(),
    ];
  },
  "labels of series": async ({ historySeries }) => {
    const labels = async (...args: Parameters<typeof historySeries.labelsOf>) => {
      const { labels: found, next } = await historySeries.labelsOf(...args);
      return [found.map(({ owner, key }) => `${owner} ${key}`).sort(), next];
    };
    return [
      await labels({ ...ANY_DEVICE, tenantId: tenant.id }, undefined, null, 10),
      await labels(
        { ...ANY_DEVICE, tenantId: tenant.id, customerId: customer.id, deviceIds: allDevices },
        ["t"],
        null,
        10,
      ),
      await labels({ ...ANY_DEVICE, tenantId: tenant.id }, ["t"], gateway.id, 1),
    ];
  },
  posture: async ({ posture }) => [await posture.countRisks(NOW), await posture.findKeyTimes(false)],
  retention: async ({ retention }) => [
    await retention.storageTerms(),
    await retention.callTerms(),
    await retention.seriesAfter(0, 100),
  ],
  jobs: async ({ reportJobs }) => [
    await reportJobs.findJob(tenant.id, job.id),
    await reportJobs.unended(null, 10),
    await reportJobs.expired(millis(NOW + 10), 10),
    await reportJobs.oldestResults(10),
    await reportJobs.knownRuns([job.runId ?? expect.fail(), newId<ReportRunId>()]),
  ],
  links: async ({ viewLinks }) => [
    await viewLinks.listLinks(tenant.id, { kind: "view", id: view.id }),
    await viewLinks.findLink(token),
  ],
  views: async ({ views }) => [
    await views.findView(tenant.id, view.id),
    await views.listViews(
      { reader: { ...user, userId: user.id, tenantId: tenant.id }, folder: "x", tag: "b\u0000" },
      pageOf(),
    ),
  ],
  marks: async ({ marks }) => ({ ...(await marks.read()), installation: "" }),
  settings: async ({ settings, userSettings }) => [
    await settings.findSecuritySettings(),
    await settings.findTokenSettings(),
    await userSettings.findUserSettings(user.id),
  ],
  packages: async ({ packages, packageChanges }) => [
    await packages.assignedTo(tenant.id, boiler.id, "FIRMWARE"),
    await packages.assignedBehind(tenant.id, gateway.id),
    await packages.fileBytes(tenant.id),
    await packages.knownContents([PACKAGE_FILE.contentId, newId<ContentId>()]),
    await packageChanges.due(10),
    await packageChanges.isAnyDue(),
  ],
  "lists of packages": async ({ packages }) =>
    await Promise.all(
      sorts("createdTime", "type", "title", "version", "tag", "url", "fileName", "dataSize", "checksum").map((sort) =>
        packages.list({ tenantId: tenant.id, assignable: null }, pageOf({ sort })),
      ),
    ),
  profiles: async ({ deviceProfiles }) => [
    await deviceProfiles.find(tenant.id, deviceProfile.id),
    (await deviceProfiles.names(tenant.id, true)).map(({ name }) => name),
    await deviceProfiles.countWithoutPackage(tenant.id, customer.id, deviceProfile.id, "FIRMWARE"),
  ],
  customers: async ({ customers }) =>
    await Promise.all(
      sorts("createdTime", "title", "email", "country", "city").map((sort) =>
        customers.listCustomers(tenant.id, pageOf({ sort })),
      ),
    ),
  users: async ({ users }) =>
    await Promise.all([
      users.systemAdministrators(10),
      ...sorts("createdTime", "firstName", "lastName", "email").map((sort) =>
        users.listUsers({ kind: "tenant", tenantId: tenant.id } as never, pageOf({ sort }), "email-and-names"),
      ),
      users.listUsers(
        { kind: "tenant", tenantId: tenant.id } as never,
        pageOf({ textSearch: "A\u0000B" }),
        "email-and-names",
      ),
    ]),
  tenants: async ({ tenants }) =>
    await Promise.all([
      tenants.findProfileOf(other.id),
      tenants.findDefaultProfile(),
      ...sorts("createdTime", "title", "email", "city", "tenantProfileName").map((sort) =>
        tenants.listTenants(pageOf({ sort })),
      ),
      ...sorts("createdTime", "name", "description", "isDefault").map((sort) => tenants.listProfiles(pageOf({ sort }))),
    ]),
  "routed devices": async ({ monitoring }) =>
    await Promise.all(
      sorts("name", "connected", "lastActivityTime").map((sort) =>
        monitoring.routedDevices(tenant.id, gateway.id, true, pageOf({ sort })),
      ),
    ),
  "known devices": async ({ registry }) => [
    await registry.findById(gateway.id),
    (await registry.findByNames(tenant.id, ["child 1", "Boiler 😀", "nobody"])).map(({ name }) => name).sort(),
    (await registry.findRoutedThrough(gateway.id)).map(({ name }) => name).sort(),
  ],
  "subjects of the audit log": async ({ audit }) =>
    await Promise.all(Object.entries(AUDITED).map(([type, id]) => audit.findSubject(type as AuditedType, id))),
  "audit log": async ({ audit }) => {
    const filter = {
      tenantId: tenant.id,
      about: { kind: "all" },
      startTime: null,
      endTime: null,
      actions: null,
      status: null,
    } as const;
    const abouts = [
      { kind: "entity", type: "DEVICE", id: boiler.id },
      { kind: "customer", id: customer.id },
      { kind: "user", id: administrator.id },
    ] as const;
    return await Promise.all([
      ...sorts<AuditSortProperty | "id">(
        "id",
        "createdTime",
        "entityType",
        "entityName",
        "userName",
        "actionType",
        "actionStatus",
      ).map((sort) => audit.list(filter, pageOf({ sort }), 1000)),
      ...abouts.map((about) => audit.list({ ...filter, about }, pageOf({ textSearch: "B" }), 1000)),
      audit.list(
        {
          ...filter,
          startTime: millis(NOW + 1),
          endTime: millis(NOW + 120_000_000),
          actions: ["ADDED"],
          status: "FAILURE",
        },
        pageOf(),
        1000,
      ),
      audit.list({ ...filter, startTime: millis(NOW + 1), endTime: millis(NOW + 120_000_000) }, pageOf(), 1000),
      audit.list({ ...filter, tenantId: null }, pageOf(), 1000),
    ]);
  },
  "queries of every kind of entity": async ({ entityQueries }) =>
    await Promise.all(
      KINDS.flatMap((entityType) =>
        (["system", "tenant", "customer"] as const).flatMap((kind) => {
          const visible = {
            scope: { kind, tenantId: tenant.id, customerId: customer.id } as never,
            valuesOnlyOf: null,
          };
          const filter = { entityType, ids: null, namePrefix: "", deviceTypes: null };
          return FIELDS.flatMap((key) =>
            (["ASC", "DESC"] as const).map((order) =>
              entityQueries.find(
                visible,
                {
                  filter:
                    entityType === "DEVICE" && key === "label"
                      ? { ...filter, deviceTypes: ["boiler", "default"] }
                      : filter,
                  keyFilters: [],
                  operation: "AND",
                  shown: FIELDS.map(field),
                  page: {
                    page: 0,
                    size: 10,
                    textSearch: key === "type" ? "E" : null,
                    sort: { key: field(key), order },
                  },
                },
                NO_LATEST,
                BOUNDS,
              ),
            ),
          );
        }),
      ),
    ),
  "keys of entities": async ({ entityQueries }) => {
    const filter = { entityType: "DEVICE", ids: allDevices, namePrefix: "b", deviceTypes: null } as const;
    const visible = { scope: { kind: "tenant", tenantId: tenant.id }, valuesOnlyOf: null } as const;
    return [
      await entityQueries.series(visible, filter, ["t", "__proto__"]),
      [...(await entityQueries.keyedSeries(visible, filter, 10))].sort(),
      [...(await entityQueries.attributeKeys(visible, filter, "all", 100))].sort(),
      [...(await entityQueries.attributeKeys(visible, filter, "SERVER_SCOPE", 100))].sort(),
    ];
  },
  "attributes with U+0000": ({ attributes }) => attributes.read(boiler.id, "all", ["text", "value"]),
  sessions: ({ sessions }) => sessions.findSession(newId<SessionId>()),
  "silent devices": async ({ connectivity }) => await connectivity.read(newId<DeviceId>()),
};

let scratches: ScratchStores[] = [];

beforeAll(async () => {
  scratches = [];
  for (const [, open] of ENTITY_ENGINES) scratches.push(await open());
  for (const { stores } of scratches) await fill(stores);
});
afterAll(async () => {
  for (const scratch of scratches) await scratch.remove();
});

test.for(Object.entries(READS))("%s", async ([, read]) => {
  const [ofSqlite, ofPostgres] = [await read(storesOf(0)), await read(storesOf(1))];
  expect(ofPostgres).toEqual(ofSqlite);
});

function storesOf(engine: number): Stores {
  const scratch = scratches[engine];
  if (scratch === undefined) throw new Error("the engine is not open");
  return scratch.stores;
}

test("a health check, a rotation of sessions and the deletion of everything of a tenant leave the same behind", async () => {
  const left = [];
  for (const scratch of scratches) {
    const { stores } = scratch;
    await stores.health.touch();
    await stores.devices.deleteSome(tenant.id, 100);
    await stores.packages.deleteAllOf(tenant.id);
    await stores.deviceProfiles.deleteAllOf(tenant.id);
    await stores.tenants.deleteTenant(tenant.id);
    const connection = scratch.connect();
    const tables = [
      "device",
      "attribute_owner",
      "attribute",
      "device_activity",
      "connection_event",
      "series",
      "series_count",
      "device_count",
      "retired_series",
      "view",
      "view_link",
      "dashboard_link",
      "report_job",
      "customer",
      "user_account",
      "relation",
      "device_route",
      "package_change",
    ];
    left.push(tables.map((table) => `${table} ${String(connection.count(`FROM ${table}`))}`));
    left.push(connection.all("SELECT devices FROM device_count").map(({ devices }) => devices));
    connection.close();
  }
  expect(left.slice(2)).toEqual(left.slice(0, 2));
});
