// What every MQTT library is put through as a gateway, by a small program that does nothing but publish what it is given and
// answer calls: good messages among twelve kinds of refused ones, a call, and two kills under load.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import { eventually } from "../support/deadline.ts";
import type { Scenario } from "./compat-client.ts";
import type { CompatServer } from "./compat-server.ts";
import { Program } from "./program.ts";

/** Refused for good: not JSON, wrong shapes, names, keys, times and values that cannot be. */
const REFUSED: readonly string[] = [
  "{",
  "[]",
  "{}",
  '"text"',
  "{'a':1}",
  '{"D":{"a":1}}',
  '{"D":[5]}',
  '{"D":[{"ts":"abc","values":{"a":1}}]}',
  '{"D":[{"ts":1,"values":5}]}',
  '{"D":[{"a":1e400}]}',
  '{"D":[{"":1}]}',
  '{" ":[{"a":1}]}',
];
const LOAD_MESSAGES = 600;
const FIRST_TS = 1_700_000_000_000;
const STEP_MILLIS_MAX = 120_000;

/** How the program is started; it reads the rest of its environment. */
export interface GatewayProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly scratch: string;
  /** Its library may miss acknowledgements at QoS 2 around a lost connection, so that only what is stored says whether all arrived. */
  readonly miscountsExactlyOnce?: true;
}

export interface Exchange {
  readonly version: "3.1.1" | "5";
  readonly qos: 0 | 1 | 2;
}

export function gatewayScenarios(program: GatewayProgram, exchanges: readonly Exchange[]): readonly Scenario[] {
  return exchanges.flatMap((exchange) => [
    {
      name: `MQTT ${exchange.version}, QoS ${String(exchange.qos)}: 12 good messages among 12 refused ones, and a call`,
      run: (server) => mixed(server, program, exchange),
    },
    ...(exchange.qos === 0
      ? []
      : [
          {
            name: `MQTT ${exchange.version}, QoS ${String(exchange.qos)}: ${String(LOAD_MESSAGES)} messages over two kills`,
            run: (server: CompatServer) => killed(server, program, exchange),
          },
        ]),
  ]);
}

async function mixed(server: CompatServer, program: GatewayProgram, exchange: Exchange): Promise<void> {
  const { tenant } = server;
  const gateway = await tenant.createGateway();
  const name = tenant.uniqueName("Device");
  const good = Array.from({ length: REFUSED.length }, (_, index) => message(name, index));
  const messages = REFUSED.flatMap((refused, index) => [
    refused.replaceAll('"D"', JSON.stringify(name)),
    good[index] ?? "",
  ]);
  const client = start(server, program, { ...exchange, token: gateway.token, device: name, messages });
  try {
    const published = await client.line("published", STEP_MILLIS_MAX);
    assert.equal(published, `${String(messages.length)} connections 1`);
    // At QoS 0 nothing says when they are stored.
    await until(async () => (await stored(server, name)).length >= good.length);
    const { id } = await tenant.existing(name);
    assert.deepEqual(
      await stored(server, name),
      good.map((_, index) => index),
    );
    const { status, body } = await tenant.call(id, { method: "toggle", params: { pin: 1 }, timeout: 20_000 });
    assert.deepEqual([status, body], [200, { done: true }]);
    await client.line("answered", STEP_MILLIS_MAX);
  } finally {
    await client.stop();
  }
}

async function killed(server: CompatServer, program: GatewayProgram, exchange: Exchange): Promise<void> {
  const gateway = await server.tenant.createGateway();
  const name = server.tenant.uniqueName("Device");
  const messages = Array.from({ length: LOAD_MESSAGES }, (_, index) => message(name, index));
  const client = start(server, program, { ...exchange, token: gateway.token, device: name, messages });
  try {
    for (const share of [0.2, 0.6]) {
      await until(async () => (await stored(server, name)).length >= share * LOAD_MESSAGES);
      await server.killAndRestart();
    }
    const published = await client.line("published", STEP_MILLIS_MAX);
    // Paho for Go counts a message as done once it is about to send it again, so that some may still be on their way.
    await until(async () => (await stored(server, name)).length >= LOAD_MESSAGES);
    assert.deepEqual(
      await stored(server, name),
      messages.map((_, index) => index),
    );
    const count = exchange.qos === 2 && program.miscountsExactlyOnce === true ? "[0-9]+" : String(LOAD_MESSAGES);
    assert.match(published, new RegExp(`^${count} connections ([2-9]|[0-9]{2})$`), `${published} ${client.complaint}`);
  } finally {
    await client.stop();
  }
}

/** The values of a device that need not exist yet, oldest first. */
async function stored({ tenant }: CompatServer, name: string): Promise<readonly unknown[]> {
  if ((await tenant.device(name)) === undefined) return [];
  const { id } = await tenant.existing(name);
  return (await tenant.history(id, "n")).map(({ value }) => value);
}

interface ProgramInput extends Exchange {
  readonly token: string;
  readonly device: string;
  readonly messages: readonly string[];
}

function start(server: CompatServer, program: GatewayProgram, input: ProgramInput): Program {
  const file = join(program.scratch, "messages.txt");
  writeFileSync(file, input.messages.join("\n"));
  const env = {
    ...process.env,
    PORT: String(server.mqttPort),
    TOKEN: input.token,
    DEVICE: input.device,
    QOS: String(input.qos),
    VERSION: input.version,
    MESSAGES: file,
  };
  const child = spawn(program.command, program.args, { env, stdio: ["ignore", "pipe", "pipe"] });
  return new Program(program.command, child);
}

function message(device: string, index: number): string {
  return JSON.stringify({ [device]: [{ ts: FIRST_TS + index, values: { n: index } }] });
}

/** Asks again until it is so. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  await eventually(
    isTrue,
    (is) => is,
    STEP_MILLIS_MAX,
    () => "it has not happened",
  );
}
