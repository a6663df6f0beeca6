// What each gateway of `examples/` is put through: it connects its devices, follows an attribute, answers a call, and loses no reading
// when its connection is cut.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { Program } from "../compat/program.ts";
import { BreakingLink } from "./breaking-link.ts";
import { eventually } from "./deadline.ts";
import { member } from "./rest-client.ts";
import type { TestTenant } from "./tenant.ts";

/** What takes longer does not come. */
const STEP_MILLIS_MAX = 60_000;
const NEVER_BY_ITSELF_MILLIS = 3_600_000;
const CUTS = 2;

export interface ExampleGateway {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A tenant without devices named like those of the example, and where its gateways connect. */
export interface ExamplePlant {
  readonly tenant: TestTenant;
  readonly scheme: "mqtt" | "mqtts";
  readonly port: number;
}

export async function showExampleGateway(example: ExampleGateway, plant: ExamplePlant): Promise<void> {
  const { tenant } = plant;
  const { token } = await tenant.createGateway();
  const link = await BreakingLink.to(plant.port, NEVER_BY_ITSELF_MILLIS);
  const child = spawn(example.command, example.args, {
    env: {
      PATH: process.env["PATH"],
      BRIDGEHEAD_URL: `${plant.scheme}://localhost:${String(link.port)}`,
      BRIDGEHEAD_TOKEN: token,
      EVERY_MILLIS: "20",
      ...example.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gateway = new Program("the gateway", child);
  try {
    await gateway.line("connected", STEP_MILLIS_MAX);
    await until(async () => (await tenant.device("Press 2")) !== undefined);
    const first = await tenant.existing("Press 1");
    const second = await tenant.existing("Press 2");
    assert.equal(member(await tenant.device("Press 1"), "type"), "press");
    assert.deepEqual(await tenant.attributes(first.id, "CLIENT_SCOPE"), { firmware: "1.4.0" });

    await tenant.saveAttributes(first.id, "SHARED_SCOPE", { target: 65 });
    await gateway.line("Press 1: target 65", STEP_MILLIS_MAX);

    const state = await tenant.call(first.id, { method: "getState", params: {}, timeout: 20_000 });
    assert.deepEqual([state.status, member(state.body, "target")], [200, 65], gateway.complaint);

    for (let cut = 1; cut <= CUTS; cut++) {
      link.cut();
      await tenant.saveAttributes(second.id, "SHARED_SCOPE", { target: 70 + cut });
      await gateway.line(`Press 2: target ${String(70 + cut)}`, STEP_MILLIS_MAX);
    }
    const before = (await tenant.history(first.id, "cycles")).length;
    await until(async () => (await tenant.history(first.id, "cycles")).length > before + 10);
  } finally {
    await gateway.stop();
    link.stop();
  }
  assert.equal(await gateway.ended, 0, gateway.complaint);
  const { id } = await tenant.existing("Press 1");
  const cycles = (await tenant.history(id, "cycles")).map(({ value }) => value);
  assert.deepEqual(
    cycles,
    cycles.map((_, index) => index + 1),
  );
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  await eventually(
    holds,
    (is) => is,
    STEP_MILLIS_MAX,
    () => "it has not happened",
  );
}
