// What is limited, over three nodes: each of them refuses when all of them together have had enough.
import { connectAsync, type MqttClient } from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { eventually } from "../support/deadline.ts";
import { member, RestClient } from "../support/rest-client.ts";
import { CLUSTER_ADMIN } from "../support/three-nodes.ts";
import { nodes, SYSTEM } from "./one-cluster.ts";

const PATIENCE_MILLIS = 60_000;
const POINTS_MAX = 1_000;
const POINTS = 50;

// First, while nodes have nothing else to count.
test("wrong passwords at two nodes make the next login wait at the third", async () => {
  const [first, second, third] = nodes();
  const login = async (node: NodeProcess): Promise<number> => {
    const body = { username: "nobody@example.com", password: "A-wrong-password-1" };
    return (await new RestClient(node.http).request("POST", "/api/auth/login", body)).status;
  };
  const before = await heard(third);
  // One node by itself checks five at once.
  for (const node of [first, first, first, second, second, second]) expect(await login(node)).toBe(401);
  // By account, and by account and address.
  await untilHeard(third, before + 2 * 6);
  expect(await metric(third, "guesses_delayed_total")).toBe(0);
  // The first may come when the time that it would have to wait is over. By itself, the third would let all of these pass.
  for (let attempt = 0; attempt < 3; attempt++) expect(await login(third)).toBe(401);
  expect(await metric(third, "guesses_delayed_total")).toBeGreaterThan(0);
});

test("a tenant's points per hour hold for all nodes together, but for what comes in before the others are told", async () => {
  const [first] = nodes();
  const system = await new RestClient(first.http).login(SYSTEM.email, SYSTEM.password);
  const [profile] = member(await system.get("/api/tenantProfiles?pageSize=1&page=0"), "data") as readonly object[];
  const limits = { transportTenantTelemetryDataPointsRateLimit: `${String(POINTS_MAX)}:3600` };
  const configuration = { type: "DEFAULT", ...limits };
  await system.post("/api/tenantProfile", { ...profile, profileData: { configuration, queueConfiguration: null } });
  onTestFinished(async () => void (await system.post("/api/tenantProfile", profile)));
  const admin = await new RestClient(first.http).login(CLUSTER_ADMIN.email, CLUSTER_ADMIN.password);

  const sessions: MqttClient[] = [];
  for (const [index, node] of nodes().entries()) {
    const username = `meter-${String(index)}`;
    await admin.post(`/api/device?accessToken=${username}`, { name: username });
    sessions.push(await connectAsync(node.mqtt, { username, protocolVersion: 5, connectTimeout: PATIENCE_MILLIS }));
  }
  const values = Object.fromEntries(Array.from({ length: POINTS }, (_, index) => [`key ${String(index)}`, index]));
  const send = (session: MqttClient): Promise<number> =>
    session.publishAsync("v1/devices/me/telemetry", JSON.stringify(values), { qos: 1 }).then(
      () => POINTS,
      () => 0,
    );
  let accepted = 0;
  for (let isOpen = true; isOpen;) {
    const before = await Promise.all(nodes().map(heard));
    const taken: number[] = [];
    for (const session of sessions) taken.push(await send(session));
    const all = taken.reduce((sum, points) => sum + points, 0);
    for (const [index, node] of nodes().entries())
      await untilHeard(node, (before[index] ?? 0) + all - (taken[index] ?? 0));
    accepted += all;
    isOpen = all > 0;
  }
  expect(accepted).toBeGreaterThanOrEqual(POINTS_MAX);
  // Of the last round, what the two other nodes took before they were told.
  expect(accepted).toBeLessThanOrEqual(POINTS_MAX + 2 * POINTS);
  for (const session of sessions) await session.endAsync();
});

function heard(node: NodeProcess): Promise<number> {
  return metric(node, "cluster_counts_heard_total");
}

async function untilHeard(node: NodeProcess, count: number): Promise<void> {
  await eventually(
    () => heard(node),
    (found) => found >= count,
    PATIENCE_MILLIS,
    (found) => `${node.name} has heard of ${String(found)} instead of ${String(count)}`,
  );
}

async function metric(node: NodeProcess, name: string): Promise<number> {
  const metrics = await new RestClient(node.http).getText("/metrics");
  return Number(new RegExp(`^bridgehead_${name} (\\d+)$`, "m").exec(metrics)?.[1] ?? Number.NaN);
}
