// What a showcase's people have made: entities, calls, keys, links, views. Made through the API, as they would.
import type { RestClient } from "../../test/support/rest-client.ts";
import { member, text } from "../../test/support/rest-client.ts";
import { createActiveUser } from "../../test/support/tenant.ts";
import { DEMO_PROFILES } from "../demo/demo-profiles.ts";
import { DEMO_VIEWS } from "../demo/demo-views.ts";
import { CHART_VIEWS, placeDevices, type ChartName } from "./chart-views.ts";
import { controlsBody, dashboardBody } from "./dashboards.ts";
import type { Names } from "./names.ts";

/** What the administrator's list of devices shows. */
const DEVICE_COLUMNS = ["name", "active", "telemetry:power", "server:building", "connectedThrough", "lastActivity"];

const DAY_MILLIS = 86_400_000;
const PACKAGE_BYTES = 1_300_000;
const VIEWS = "/apiAnalytics/v1/views";

export interface Administrators {
  readonly sysAdmin: RestClient;
  readonly tenantAdmin: RestClient;
}

/** What must be there before the plant connects. */
export interface Before {
  readonly gatewayToken: string;
  readonly deviceToken: string;
  readonly gateway: string;
  readonly idleGateway: string;
  readonly device: string;
  readonly deviceProfile: string;
  /** Firmware of that profile. */
  readonly firmware: string;
  readonly customer: string;
}

/** For the addresses of pages. */
export interface ShownIds {
  readonly gateway: string;
  readonly idleGateway: string;
  /** The device with the texts of the names, and a simulated one with a history of figures. */
  readonly device: string;
  readonly meter: string;
  readonly deviceProfile: string;
  readonly rollout: string;
  readonly customer: string;
  readonly tenant: string;
  readonly tenantProfile: string;
  /** A view over the texts of the names, and one with a chart. */
  readonly view: string;
  readonly chartView: string;
  /** A view for each kind of chart. */
  readonly charts: Readonly<Record<ChartName, string>>;
  /** With a panel of each kind, assigned to the customer. */
  readonly dashboard: string;
  /** With panels that act on devices. */
  readonly controls: string;
  /** The token of a share link of the view with a chart. */
  readonly viewLink: string;
  /** The token of a share link of the dashboard with a panel of each kind. */
  readonly dashboardLink: string;
}

/** Gateways, a device, a customer. */
export async function createBefore({ tenantAdmin }: Administrators, names: Names): Promise<Before> {
  const gateway = await create(tenantAdmin, "/api/device", {
    name: names.gateway,
    additionalInfo: { gateway: true, description: names.gatewayDescription },
  });
  const idleGateway = await create(tenantAdmin, "/api/device", {
    name: names.idleGateway,
    additionalInfo: { gateway: true },
  });
  const customer = await create(tenantAdmin, "/api/customer", { title: names.customer, city: names.city });
  for (const profile of DEMO_PROFILES) await create(tenantAdmin, "/api/deviceProfile", profile);
  const deviceProfile = await create(tenantAdmin, "/api/deviceProfile", {
    name: names.deviceProfile,
    description: names.description,
    type: "DEFAULT",
    transportType: "DEFAULT",
    profileData: {
      keys: [{ key: names.telemetryKey }, { key: "windSpeed", unit: names.unit || "m/s", decimals: 1 }],
    },
  });
  const firmware = await createPackages(tenantAdmin, names, deviceProfile);
  const device = await create(tenantAdmin, "/api/device", {
    name: names.device,
    type: names.deviceProfile,
    label: names.deviceLabel,
    firmwareId: { entityType: "OTA_PACKAGE", id: firmware },
    customerId: { entityType: "CUSTOMER", id: customer },
    additionalInfo: { description: names.description },
  });
  const [gatewayToken, deviceToken] = [await tokenOf(tenantAdmin, gateway), await tokenOf(tenantAdmin, device)];
  return { gatewayToken, deviceToken, gateway, idleGateway, device, deviceProfile, firmware, customer };
}

/** Firmware with a file, whose id it resolves with, and some with a url; software whose file is missing. */
async function createPackages(rest: RestClient, names: Names, deviceProfile: string): Promise<string> {
  const of = { title: names.package, deviceProfileId: { entityType: "DEVICE_PROFILE", id: deviceProfile } };
  const firmware = { ...of, type: "FIRMWARE", tag: names.packageTag };
  await create(rest, "/api/otaPackage", { ...firmware, version: "2.4.1", url: names.packageUrl });
  await create(rest, "/api/otaPackage", { ...of, type: "SOFTWARE", version: names.packageVersion });
  const id = await create(rest, "/api/otaPackage", { ...firmware, version: names.packageVersion });
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(PACKAGE_BYTES)]), names.packageFile);
  const headers = { "x-authorization": rest.authorization ?? "" };
  const answer = await fetch(`${rest.baseUrl}/api/otaPackage/${id}`, { method: "POST", headers, body: form });
  if (!answer.ok)
    throw new Error(`the file of a package was answered ${String(answer.status)}: ${await answer.text()}`);
  return id;
}

/** The rest, which needs devices that have sent. */
export async function createWithData(
  { sysAdmin, tenantAdmin }: Administrators,
  names: Names,
  before: Before,
): Promise<{ readonly ids: ShownIds; readonly customerUser: RestClient }> {
  const { gateway, idleGateway, device, deviceProfile, firmware, customer } = before;
  const meter = text(
    await tenantAdmin.get(`/api/tenant/devices?deviceName=${encodeURIComponent(`${names.devicePrefix} 1 meter 01`)}`),
    "id",
    "id",
  );
  const inCustomer = { entityType: "CUSTOMER", id: customer };
  await tenantAdmin.post(`/api/customer/${customer}/device/${meter}`);
  const customerUser = await createActiveUser(tenantAdmin, {
    firstName: names.firstName,
    lastName: names.lastName,
    email: "facilities@example.com",
    authority: "CUSTOMER_USER",
    customerId: inCustomer,
  });
  // Has not activated the account yet.
  await tenantAdmin.post("/api/user?sendActivationMail=false", {
    firstName: names.colleagueFirstName,
    lastName: names.colleagueLastName,
    email: "new.colleague@example.com",
    authority: "TENANT_ADMIN",
  });
  for (const user of [sysAdmin, tenantAdmin, customerUser])
    await user.post("/api/apiKey", { description: names.apiKey, expirationTime: Date.now() + 90 * DAY_MILLIS });

  const update = { current_fw_title: names.package, current_fw_version: "2.4.1", fw_state: "FAILED" };
  await tenantAdmin.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, {
    ...update,
    fw_error: names.updateError,
  });
  const rollout = text(
    await tenantAdmin.post("/api/ota/rollouts", { packageId: firmware, target: { deviceProfileId: deviceProfile } }),
    "id",
  );
  const attributes = `/api/plugins/telemetry/DEVICE/${device}/attributes`;
  await tenantAdmin.post(`${attributes}/SERVER_SCOPE`, { [names.attributeKey]: names.attributeText, building: "C" });
  await tenantAdmin.post(`${attributes}/SHARED_SCOPE`, {
    [names.attributeKey]: names.attributeText,
    intervalSeconds: 60,
    gaugeHeating: true,
  });
  const call = { method: names.rpcMethod, params: { note: names.rpcNote } };
  await tenantAdmin.post(`/api/rpc/twoway/${device}`, call);
  await tenantAdmin.post(`/api/rpc/twoway/${device}`, { ...call, persistent: true });

  await tenantAdmin.request("PUT", "/api/user/settings", { deviceColumns: DEVICE_COLUMNS });

  const view = await saveView(tenantAdmin, textView(names, customer));
  const demo = [];
  for (const body of DEMO_VIEWS) demo.push(await saveView(tenantAdmin, { ...body, sharing: sharedWith(customer) }));
  const chartView = demo[0] ?? view;
  await placeDevices(tenantAdmin);
  const charts = {} as Record<ChartName, string>;
  for (const [name, body] of Object.entries(CHART_VIEWS) as [ChartName, object][])
    charts[name] = await saveView(tenantAdmin, { name: `Chart: ${name}`, ...body });
  const panels = dashboardBody(names, { charts, view });
  const dashboard = await create(tenantAdmin, "/api/dashboard", panels);
  // Its history has one that can be restored.
  await tenantAdmin.post("/api/dashboard", { ...panels, id: { entityType: "DASHBOARD", id: dashboard } });
  const [pumps, meters] = [await devicesOf(tenantAdmin, "pump"), await devicesOf(tenantAdmin, "meter")];
  const controls = await create(tenantAdmin, "/api/dashboard", controlsBody(names, { device, gateway, pumps, meters }));
  for (const id of [dashboard, controls]) await tenantAdmin.post(`/api/customer/${customer}/dashboard/${id}`);
  const link = await created(tenantAdmin, `${VIEWS}/${chartView}/links`, { name: names.viewLink });

  const tenantProfile = await create(sysAdmin, "/api/tenantProfile", {
    name: names.tenantProfile,
    description: names.tenantProfileDescription,
    profileData: { configuration: { type: "DEFAULT", maxDevices: 500, maxUsers: 25 } },
  });
  const tenant = await create(sysAdmin, "/api/tenant", {
    title: names.tenant,
    city: names.city,
    tenantProfileId: { entityType: "TENANT_PROFILE", id: tenantProfile },
  });
  const viewLink = text(link, "token");
  const dashboardLink = text(
    await created(tenantAdmin, `/apiAnalytics/v1/dashboards/${dashboard}/links`, { name: names.viewLink }),
    "token",
  );
  const ids = {
    gateway,
    idleGateway,
    device,
    meter,
    deviceProfile,
    rollout,
    customer,
    tenant,
    tenantProfile,
    view,
    chartView,
    charts,
    dashboard,
    controls,
    viewLink,
    dashboardLink,
  };
  return { ids, customerUser };
}

async function devicesOf(rest: RestClient, type: string): Promise<readonly string[]> {
  const page = await rest.get(`/api/tenant/devices?pageSize=100&page=0&type=${type}&sortProperty=name&sortOrder=ASC`);
  return (member(page, "data") as readonly unknown[]).map((device) => text(device, "id", "id"));
}

/** Shows the text values of devices as they are. */
function textView(names: Names, customer: string): unknown {
  return {
    name: names.view,
    description: names.viewDescription,
    sharing: sharedWith(customer),
    timeRange: { type: "preset", preset: "today", timezone: "UTC" },
    fields: [
      { id: "device", label: "Device", source: { type: "entity", field: "name" } },
      {
        id: "text",
        label: names.viewLabel,
        unit: names.unit,
        source: { type: "telemetry", key: names.telemetryKey },
        aggregation: { fn: "latest" },
      },
    ],
    filters: [{ name: names.viewLabel, target: { type: "entity", field: "name" } }],
  };
}

function sharedWith(customer: string): unknown {
  return { visibility: "customers", customerIds: [customer] };
}

async function saveView(rest: RestClient, body: unknown): Promise<string> {
  return text(await created(rest, VIEWS, body), "id");
}

/** The analytics service answers with 201. */
async function created(rest: RestClient, path: string, body: unknown): Promise<unknown> {
  const answer = await rest.request("POST", path, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${String(answer.status)}: ${answer.text}`);
  return answer.body;
}

/** Resolves with the id. */
async function create(rest: RestClient, path: string, body: unknown): Promise<string> {
  return text(await rest.post(path, body), "id", "id");
}

async function tokenOf(rest: RestClient, device: string): Promise<string> {
  return text(await rest.get(`/api/device/${device}/credentials`), "credentialsId");
}
