// A gateway on MQTT.js as it is: publishes what a file says and answers calls.
import { readFileSync } from "node:fs";
import { connect } from "mqtt";

const { PORT = "", TOKEN = "", DEVICE = "", QOS = "", VERSION = "", MESSAGES = "" } = process.env;
const RPC = "v1/gateway/rpc";
const qos = Number(QOS) as 0 | 1 | 2;
let connections = 0;

const client = connect(`mqtt://127.0.0.1:${PORT}`, {
  username: TOKEN,
  clientId: `mqtt-js-${String(process.pid)}`,
  protocolVersion: VERSION === "5" ? 5 : 4,
  clean: false,
  reconnectPeriod: 200,
});
client.on("connect", () => {
  connections++;
  client.subscribe(RPC, { qos: 1 }, complainOf);
  client.publish("v1/gateway/connect", JSON.stringify({ device: DEVICE }), { qos: 1 }, complainOf);
});
client.on("message", (_topic, payload) => {
  const { device, data } = JSON.parse(payload.toString()) as { device: string; data: { id: number } };
  client.publish(RPC, JSON.stringify({ device, id: data.id, data: { done: true } }), { qos: 1 });
  process.stdout.write("answered\n");
});
client.on("error", complainOf);
await new Promise((resolve) => client.once("connect", resolve));

const messages = readFileSync(MESSAGES, "utf8").split("\n");
let published = 0;
const sent = messages.map(async (message, index) => {
  // A load that lasts while the server is killed.
  if (messages.length > 100) await new Promise((resolve) => setTimeout(resolve, index * 5));
  while (!(await isAcknowledged(message)))
    if (!client.connected) await new Promise((resolve) => client.once("connect", resolve));
  published++;
});

/** The library gives up what is on its way at the moment when the connection breaks; a gateway sends that again. */
async function isAcknowledged(message: string): Promise<boolean> {
  try {
    await client.publishAsync("v1/gateway/telemetry", message, { qos });
    return true;
  } catch (error) {
    // What MQTT 5 refuses is refused for good.
    if (error instanceof Error && "code" in error && typeof error.code === "number") return true;
    complainOf(error);
    return false;
  }
}

function complainOf(error: unknown): void {
  if (error instanceof Error) process.stderr.write(`${error.message}\n`);
}

await Promise.all(sent);
process.stdout.write(`published ${String(published)} connections ${String(connections)}\n`);
process.once("SIGTERM", () => void client.endAsync().then(() => process.exit(0)));
