// The commands of docs/migration.md, typed between two platforms, and against one that answers as ThingsBoard does, with members that there are
// none of here.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm, symlink } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text as allOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patternOf, stepsOf } from "../support/document-walk.ts";
import { NO_CONTACT } from "../support/no-contact.ts";
import { runtimeEnvironment } from "../support/server-process.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { startTestPlatform, TENANT_ADMIN, type TestPlatform } from "../support/platform.ts";
import { member, text } from "../support/rest-client.ts";

const ROOT = join(import.meta.dirname, "../..");
const TS = 1_767_225_600_000;
/** More than the script reads at once. */
const POINTS = 10_050;
const EXPORT = "/api/telemetry/export?format=CSV";
const BASIC = { clientId: "pump-1", userName: "pump", password: "s3cret-Pass" };
const DIGITS = 9_007_199_254_740_993n;

let from: TestPlatform;
let to: TestPlatform;
/** Where commands are typed: files that they write do not land in the repository. */
let folder: string;
beforeAll(async () => {
  folder = await scratchFolder();
  await symlink(join(ROOT, "examples"), join(folder, "examples"));
  [from, to] = await Promise.all([startTestPlatform(), startTestPlatform()]);
});
afterAll(async () => {
  await Promise.all([from.stop(), to.stop()]);
  await rm(folder, { recursive: true });
});

test("docs/migration.md: a tenant is moved with its credentials and points as they were; again it adds history alone", async () => {
  const old = from.tenant;
  const customer = await old.rest.post("/api/customer", { title: "Acme" });
  const profile = await old.rest.post("/api/deviceProfile", {
    name: "press",
    type: "DEFAULT",
    transportType: "MQTT",
    profileData: { transportConfiguration: { type: "MQTT", deviceTelemetryTopic: "plant/+/values" } },
  });
  // Devices are moved in the order in which they were created.
  await old.createGateway({ name: "Plant gateway" });
  from.clock.advance(1);
  const press = await old.createDevice({ name: "Press 1", type: "press", customerId: text(customer, "id", "id") });
  from.clock.advance(1);
  const pump = await old.createDevice({ name: "Press 2" });
  await old.setCredentials(pump.id, { credentialsType: "MQTT_BASIC", credentialsValue: JSON.stringify(BASIC) });
  await old.saveAttributes(press.id, "SERVER_SCOPE", { place: { hall: 3 }, inactivityTimeout: 1000 });
  await old.saveAttributes(press.id, "SHARED_SCOPE", { target: 65 });
  await from.anonymous.post(`/api/v1/${press.token}/attributes`, { firmware: "1.4.0", serial: DIGITS });
  const values = { count: DIGITS, on: true, text: "21.5", json: { a: [1] }, temperature: 0.1 + 0.2 };
  await save(press.id, [{ ts: TS, values }]);
  await save(
    press.id,
    Array.from({ length: POINTS }, (_, i) => ({ ts: TS + i, values: { n: i } })),
  );

  const [copy, file, again] = stepsOf(page(from.anonymous.baseUrl));
  expect(await typed(copy?.commands)).toMatch(patternOf((copy?.answer ?? "").replace("240112", String(POINTS + 5))));

  const { rest } = to.tenant;
  const moved = await to.tenant.existing("Press 1");
  expect(moved.token).toBe(press.token);
  const info = await rest.get(`/api/device/info/${moved.id}`);
  expect(info).toMatchObject({ type: "press", customerTitle: "Acme" });
  const profileId = text(info, "deviceProfileId", "id");
  expect(member(await rest.get(`/api/deviceProfile/${profileId}`), "profileData")).toEqual(
    member(profile, "profileData"),
  );
  expect(await to.tenant.device("Plant gateway")).toMatchObject({ additionalInfo: { gateway: true } });
  expect(await to.tenant.attributes(moved.id, "SERVER_SCOPE")).toMatchObject({
    place: { hall: 3 },
    inactivityTimeout: 1000,
  });
  expect(await to.tenant.attributes(moved.id, "SHARED_SCOPE")).toEqual({ target: 65 });
  expect(await to.tenant.attributes(moved.id, "CLIENT_SCOPE")).toEqual({ firmware: "1.4.0", serial: DIGITS });
  const session = await to.open(4);
  const connack = await session.connect({
    clientId: BASIC.clientId,
    username: BASIC.userName,
    password: Buffer.from(BASIC.password),
  });
  expect(connack.returnCode).toBe(0);
  expect(await pointsOf(to)).toEqual(await pointsOf(from));

  await save(pump.id, [{ ts: TS + POINTS, values: { flow: 1 } }]);
  await to.tenant.saveAttributes(moved.id, "SHARED_SCOPE", { target: 70 });
  const since = new Date(TS + POINTS - 10).toISOString();

  const added = await typed(again?.commands.replace(/SINCE=\S+/, `SINCE=${since}`));
  expect(added).toContain("\n11 points\n");
  expect(await pointsOf(to)).toEqual(await pointsOf(from));
  expect(await to.tenant.attributes(moved.id, "SHARED_SCOPE")).toEqual({ target: 70 });

  expect(await typed(file?.commands)).toMatch(patternOf(file?.answer ?? ""));
  expect(await to.tenant.latestValues((await to.tenant.existing("Press 3")).id)).toEqual({ temperature: 61.5 });
});

test("profiles with rules, references and versions of the other platform are taken, and what has no effect is said", async () => {
  const other = await otherPlatform();
  try {
    const { port } = other.address() as AddressInfo;

    const said = await typed("node examples/migrate/migrate.mjs", `http://localhost:${String(port)}`);

    expect(said).toContain("profileData.alarms has no effect");
    const { id, token } = await to.tenant.existing("Thermostat 1");
    expect(token).toBe("thermostat-token");
    expect(await to.tenant.latest(id)).toEqual({ temperature: { ts: TS, value: 21.5 } });
  } finally {
    other.close();
  }
});

/** Lines of all points; of equal times each platform has the order of its own. */
async function pointsOf({ tenant }: TestPlatform): Promise<readonly string[]> {
  return (await tenant.rest.getText(EXPORT)).split("\n").sort();
}

async function save(deviceId: string, points: readonly unknown[]): Promise<void> {
  await from.tenant.rest.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, points);
}

test("an older Node is refused in words", async () => {
  const older = 'NODE_OPTIONS="--import=data:text/javascript,delete%20Array.fromAsync"';
  const said = await typed(`${older} node examples/migrate/migrate.mjs && exit 1 || true`);
  expect(said).toBe(`migrate.mjs needs Node.js 22 or newer, and this is ${process.versions.node}\n`);
});

/** The document, with the addresses and users of this run in the place of its own. */
function page(source: string): string {
  return readFileSync(join(ROOT, "docs/migration.md"), "utf8")
    .replaceAll("https://old.example.com", source)
    .replaceAll("http://localhost:8080", to.anonymous.baseUrl)
    .replaceAll(/tenant@(example.com|bridgehead.local)/g, TENANT_ADMIN.email)
    .replaceAll(/old-password|correct-horse/g, TENANT_ADMIN.password)
    .replaceAll(/^ {3}/gm, "");
}

/** What the commands print, warnings too, in a shell that knows where the platforms are. */
async function typed(commands = "", source = from.anonymous.baseUrl): Promise<string> {
  const setting = stepsOf(page(source))[0]?.commands.match(/^export .*$/gm) ?? [];
  const script = [...setting, commands].join("\n");
  const shell = spawn("sh", ["-e", "-c", script], {
    cwd: folder,
    env: { ...runtimeEnvironment(), PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [printed, warned, [code]] = await Promise.all([allOf(shell.stdout), allOf(shell.stderr), once(shell, "close")]);
  expect([code, warned]).toEqual([0, expect.not.stringContaining("Error")]);
  return printed + warned;
}

/** Answers the calls of the script with what ThingsBoard answers for one device. */
async function otherPlatform(): Promise<Server> {
  const idOf = (entityType: string, last: string) => ({ entityType, id: `784f394c-42b6-435a-983c-b7beff2784f${last}` });
  const NO_CUSTOMER = { entityType: "CUSTOMER", id: "13814000-1dd2-11b2-8080-808080808080" };
  const own = { createdTime: 1_609_459_200_000, tenantId: idOf("TENANT", "0"), externalId: null, version: 7 };
  const page = (...data: readonly unknown[]) => ({ data, totalPages: 1, totalElements: data.length, hasNext: false });
  const customer = {
    ...own,
    id: idOf("CUSTOMER", "1"),
    title: "Other Acme",
    name: "Other Acme",
    ...NO_CONTACT,
    additionalInfo: { description: "", homeDashboardId: null, homeDashboardHideToolbar: true },
  };
  const profile = {
    ...own,
    id: idOf("DEVICE_PROFILE", "2"),
    name: "thermostat",
    description: "",
    image: null,
    type: "DEFAULT",
    transportType: "DEFAULT",
    provisionType: "DISABLED",
    defaultRuleChainId: idOf("RULE_CHAIN", "3"),
    defaultDashboardId: idOf("DASHBOARD", "4"),
    defaultQueueName: "Main",
    defaultEdgeRuleChainId: null,
    firmwareId: idOf("OTA_PACKAGE", "5"),
    softwareId: null,
    provisionDeviceKey: null,
    profileData: {
      configuration: { type: "DEFAULT" },
      transportConfiguration: { type: "DEFAULT" },
      provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
      alarms: [
        { id: "highTemperature", alarmType: "High temperature", createRules: {}, clearRule: null, propagate: false },
      ],
    },
    default: false,
  };
  const device = {
    ...own,
    id: idOf("DEVICE", "6"),
    customerId: NO_CUSTOMER,
    name: "Thermostat 1",
    type: "thermostat",
    label: null,
    deviceProfileId: profile.id,
    deviceData: { configuration: { type: "DEFAULT" }, transportConfiguration: { type: "DEFAULT" } },
    firmwareId: null,
    softwareId: null,
    additionalInfo: { gateway: false, overwriteActivityTime: false, description: "" },
  };
  const credentials = {
    ...own,
    id: idOf("DEVICE_CREDENTIALS", "7"),
    deviceId: device.id,
    credentialsType: "ACCESS_TOKEN",
    credentialsId: "thermostat-token",
    credentialsValue: null,
  };
  const telemetry = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
  const answers: Readonly<Record<string, unknown>> = {
    "/api/auth/login": { token: "a", refreshToken: "b", scope: null },
    "/api/customers": page(customer),
    "/api/deviceProfiles": page(profile),
    "/api/tenant/devices": page(device),
    [`/api/device/${device.id.id}/credentials`]: credentials,
    [`${telemetry}/values/attributes/SERVER_SCOPE`]: [
      { lastUpdateTs: TS, key: "active", value: true },
      { lastUpdateTs: TS, key: "inactivityAlarmTime", value: 0 },
    ],
    [`${telemetry}/values/attributes/SHARED_SCOPE`]: [],
    [`${telemetry}/values/attributes/CLIENT_SCOPE`]: [],
    [`${telemetry}/keys/timeseries`]: ["temperature"],
    [`${telemetry}/values/timeseries`]: { temperature: [{ ts: TS, value: 21.5 }] },
  };
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? "", "http://localhost").pathname];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { message: "not there" }));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return server;
}
