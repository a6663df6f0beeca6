// Compares a restarted server with the plant's truth, through the public surfaces alone. Answers sentences: each is a
// promise that was broken, or something that is there by half.
import type { KillableServer } from "../support/killable-server.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import type { Point, TestTenant } from "../support/tenant.ts";
import { byDeadline } from "../support/deadline.ts";
import { PipelinedClient } from "./pipelined-client.ts";
import type { BornDevice, Plant, PlantDevice, PlantGateway, Promised } from "./plant.ts";
import type { SeriesLedger } from "./series-ledger.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

const PAGE_POINTS = 50_000;
const END_OF_TIME = 8_640_000_000_000_000;
const NOTICE_DEADLINE_MILLIS = 60_000;
/** Devices of earlier rounds whose routes are looked at again. */
const OLD_ROUTES = 5;

/** What the last round has touched. */
export async function checkRound(
  server: KillableServer,
  tenant: TestTenant,
  customer: RestClient,
  plant: Plant,
): Promise<string[]> {
  const problems: string[] = [];
  for (const device of plant.devices) problems.push(...(await checkValues(tenant, device)));
  for (const gateway of plant.gateways) problems.push(...halfStored(gateway));
  for (const [index, gateway] of plant.gateways.entries()) {
    const news = gateway.born.filter(({ isChecked }) => !isChecked);
    for (const device of news) problems.push(...(await checkBirth(tenant, device)));
    problems.push(...(await checkRoutes(server, tenant, gateway, index === 0 ? 4 : 5, news)));
    for (const device of news) problems.push(...(await checkClaim(tenant, customer, plant.customer.id, device)));
    for (const device of news) device.isChecked = true;
    gateway.born.splice(0, gateway.born.length, ...gateway.born.filter(({ created }) => created === "yes"));
  }
  for (const device of plant.devices) device.sealRound();
  return problems;
}

/** Everything of all rounds. */
export async function checkAll(tenant: TestTenant, plant: Plant): Promise<{ problems: string[]; points: number }> {
  const problems: string[] = [];
  let points = 0;
  for (const device of plant.devices)
    for (const series of device.series) {
      const found = await readPoints(tenant, device, series, 0);
      points += found.length;
      problems.push(...series.checkAll(found));
    }
  for (const gateway of plant.gateways)
    for (const { name } of gateway.born)
      if ((await tenant.device(name)) === undefined) problems.push(`the device ${name} has gone`);
  return { problems, points };
}

async function checkValues(tenant: TestTenant, device: PlantDevice): Promise<string[]> {
  const problems: string[] = [];
  for (const series of device.series)
    problems.push(...series.settle(await readPoints(tenant, device, series, device.touchedFrom), device.touchedFrom));
  const client = await tenant.attributes(device.id, "CLIENT_SCOPE");
  problems.push(...device.clientAttributes.settle(client["count"], `client attributes of ${device.name}`));
  const shared = await tenant.attributes(device.id, "SHARED_SCOPE");
  problems.push(...device.sharedAttributes.settle(shared["setpoint"], `shared attributes of ${device.name}`));
  if (client["count"] !== client["mirror"] || shared["setpoint"] !== shared["mirror"])
    problems.push(`${device.name}: attributes of one message differ: ${JSON.stringify({ client, shared })}`);
  return problems;
}

async function readPoints(
  tenant: TestTenant,
  device: PlantDevice,
  series: SeriesLedger,
  fromTs: number,
): Promise<Point[]> {
  const all: Point[] = [];
  for (let startTs = fromTs; ;) {
    const query = `keys=${series.key}&startTs=${String(startTs)}&endTs=${String(END_OF_TIME)}&limit=${String(PAGE_POINTS)}&orderBy=ASC&useStrictDataTypes=true`;
    const page = member(
      await tenant.rest.get(`/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?${query}`),
      series.key,
    );
    const points = Array.isArray(page)
      ? page.map((point) => ({ ts: member(point, "ts"), value: member(point, "value") }))
      : [];
    all.push(...points);
    if (points.length < PAGE_POINTS) return all;
    startTs = Number(points.at(-1)?.ts) + 1;
  }
}

/** An entry that was in flight when the server died is stored as a whole or not at all. */
function halfStored(gateway: PlantGateway): string[] {
  const problems: string[] = [];
  for (const sent of gateway.inDoubt) {
    if (sent.kind !== "points") continue;
    for (const writes of sent.entries) {
      // Of a point that was sent again nobody can tell which message stored it.
      const own = writes.filter(({ generation }) => generation === 0);
      const stored = own.filter(({ series, ts }) => series.isStored(ts));
      if (stored.length !== 0 && stored.length !== own.length)
        problems.push(
          `of ${String(own.length)} points of one entry of ${own[0]?.series.device ?? ""}, ${String(stored.length)} are stored`,
        );
    }
  }
  gateway.inDoubt = [];
  return problems;
}

async function checkBirth(tenant: TestTenant, device: BornDevice): Promise<string[]> {
  const found = await tenant.device(device.name);
  if (found === undefined) {
    const problem =
      device.created === "yes" ? [`the device ${device.name}, whose creation was acknowledged, is not there`] : [];
    device.created = "no";
    return problem;
  }
  const wasPromised = device.created === "yes";
  device.created = "yes";
  const problems: string[] = [];
  const credentials = await tenant.rest.request("GET", `/api/device/${text(found, "id", "id")}/credentials`);
  if (credentials.status !== 200 || text(credentials.body, "credentialsId").length === 0)
    problems.push(`the device ${device.name} has no credentials: ${credentials.text}`);
  const profile = await tenant.rest.request("GET", `/api/deviceProfile/${text(found, "deviceProfileId", "id")}`);
  if (profile.status !== 200 || text(profile.body, "name") !== (device.profile ?? "default"))
    problems.push(`the device ${device.name} must have the profile ${device.profile ?? "default"}: ${profile.text}`);
  if (wasPromised && device.profile === undefined) {
    const { first } = await tenant.latestValues(text(found, "id", "id"));
    if (typeof first !== "number") problems.push(`the first point of ${device.name} was acknowledged and is not there`);
  }
  return problems;
}

/** A device with a route gets its shared attributes through its gateway, and one without is not. */
async function checkRoutes(
  server: KillableServer,
  tenant: TestTenant,
  gateway: PlantGateway,
  protocol: 4 | 5,
  news: readonly BornDevice[],
): Promise<string[]> {
  const notified = new Set<string>();
  const last = gateway.devices[0];
  if (last === undefined) return [];
  const lastCame = Promise.withResolvers<undefined>();
  const client = await PipelinedClient.open<undefined>({
    port: server.mqttPort,
    token: gateway.token,
    protocol,
    acknowledged: () => undefined,
    received: (_topic, payload) => {
      const name = text(parseNamed(payload), "device");
      notified.add(name);
      if (name === last.name) lastCame.resolve(undefined);
    },
  });
  try {
    await client.subscribe(["v1/gateway/attributes"]);
    const old = gateway.born.filter(({ isChecked, created }) => isChecked && created === "yes").slice(-OLD_ROUTES);
    const asked = [...old, ...news.filter(({ created }) => created === "yes")];
    for (const device of asked) {
      const id = text(await tenant.device(device.name), "id", "id");
      await tenant.saveAttributes(id, "SHARED_SCOPE", { probe: 1 });
    }
    // Downlinks of a session keep their order, so what has not come before this one does not come.
    await tenant.saveAttributes(last.id, "SHARED_SCOPE", { probe: 1 });
    await byDeadline(
      lastCame.promise,
      NOTICE_DEADLINE_MILLIS,
      () => `the route of ${last.name} has gone: no shared attribute came`,
    );
    return asked.flatMap((device) => settleRoute(device, notified.has(device.name)));
  } finally {
    client.close();
  }
}

function settleRoute(device: BornDevice, isRouted: boolean): string[] {
  const mayBeRouted = device.profile !== undefined && device.disconnected !== "yes";
  const mustBeRouted = mayBeRouted && device.disconnected === "no";
  if (device.disconnected === "sent") device.disconnected = isRouted ? "no" : "yes";
  if (isRouted && !mayBeRouted) return [`${device.name} has a route that was ended or never begun`];
  if (!isRouted && mustBeRouted) return [`the route of ${device.name} has gone`];
  return [];
}

async function checkClaim(
  tenant: TestTenant,
  customer: RestClient,
  customerId: string,
  device: BornDevice,
): Promise<string[]> {
  if (device.created !== "yes") return [];
  const owner = text(await tenant.device(device.name), "customerId", "id");
  const isOwned = owner === customerId;
  if (device.claimed !== "no") {
    const wasPromised: Promised = device.claimed;
    device.claimed = isOwned ? "yes" : "no";
    if (!isOwned && wasPromised === "yes")
      return [`the claim of ${device.name} was answered with success, and it belongs to ${owner}`];
  } else if (isOwned) return [`${device.name} belongs to the customer, who never claimed it`];
  if (isOwned || device.claimOpened === "no") return [];
  const path = `/api/customer/device/${encodeURIComponent(device.name)}/claim`;
  const answer = await customer.request("POST", path, { secretKey: device.secret });
  if (answer.status === 200) device.claimed = "yes";
  return answer.status === 200 || device.claimOpened === "sent"
    ? []
    : [
        `the claim of ${device.name} was opened and acknowledged, and taking it up is answered with ${String(answer.status)} ${answer.text}`,
      ];
}
