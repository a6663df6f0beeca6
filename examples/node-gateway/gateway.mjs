// A gateway for two presses: it sends what they measure, follows their target and answers calls. Readings that have not been acknowledged
// stay in memory, up to a bound, and are sent when the connection is back.
import { readFileSync } from "node:fs";
import { connect } from "mqtt";

const {
  BRIDGEHEAD_URL = "mqtt://localhost:1883",
  BRIDGEHEAD_TOKEN,
  BRIDGEHEAD_CA,
  EVERY_MILLIS = "5000",
} = process.env;
const READINGS_MAX = 100_000; // beyond it the oldest are dropped
const MESSAGE_READINGS_MAX = 200; // a packet may have 64 KiB
const PAUSE_MILLIS_MIN = 1_000;
const PAUSE_MILLIS_MAX = 60_000;
const QOS_1 = { qos: 1 };

const presses = new Map(["Press 1", "Press 2"].map((name) => [name, { cycles: 0, temperature: 20, target: 60 }]));
const readings = [];
let isReady = false;
let isSending = false;
let pauseMillis = PAUSE_MILLIS_MIN;

const client = connect(BRIDGEHEAD_URL, {
  username: BRIDGEHEAD_TOKEN,
  protocolVersion: 5, // its acknowledgements say what was refused
  ca: BRIDGEHEAD_CA === undefined ? undefined : readFileSync(BRIDGEHEAD_CA),
  reconnectPeriod: pauseMillis,
  reconnectOnConnackError: true,
  resubscribe: false,
});

client.on("connect", async () => {
  pauseMillis = PAUSE_MILLIS_MIN;
  client.options.reconnectPeriod = pauseMillis;
  try {
    // The platform keeps no sessions, so everything is subscribed to again, and what was missed is asked for.
    await client.subscribeAsync(["rpc", "attributes", "attributes/response", "errors"].map(topicOf), QOS_1);
    for (const [device] of presses) {
      await publish("connect", { device, type: "press" });
      await publish("attributes", { [device]: { firmware: "1.4.0" } });
      await publish("attributes/request", { id: 1, device, shared: ["target"] });
    }
    isReady = true;
    console.log("connected");
    await sendReadings();
  } catch (error) {
    console.error(`not ready: ${error.message}`);
  }
});

client.on("close", () => {
  isReady = false;
  // For the pause after the next one: twice as long, and not the same for all gateways.
  pauseMillis = Math.min(2 * pauseMillis, PAUSE_MILLIS_MAX);
  client.options.reconnectPeriod = pauseMillis * (0.5 + Math.random() / 2);
});

client.on("error", (error) => console.error(error.message));

client.on("message", (topic, payload) => {
  const message = JSON.parse(payload.toString());
  const press = presses.get(message.device);
  if (topic === topicOf("errors")) console.error(`refused: ${message.device ?? topic}: ${message.message}`);
  else if (press === undefined) console.error(`no such device: ${message.device}`);
  else if (topic === topicOf("rpc")) answer(message, press);
  else follow(message.device, press, message.shared ?? message.data ?? {});
});

function answer({ device, data: { id, method } }, press) {
  const result = method === "getState" ? press : { error: `no method ${method}` };
  publish("rpc", { device, id, data: result }).catch((error) => console.error(`call not answered: ${error.message}`));
}

function follow(device, press, { target }) {
  if (typeof target !== "number") return;
  press.target = target;
  console.log(`${device}: target ${target}`);
}

/** One message at a time, each with the oldest readings: they go when the platform says that they are stored. */
async function sendReadings() {
  if (isSending) return;
  isSending = true;
  try {
    while (isReady && readings.length > 0) {
      const sent = readings.slice(0, MESSAGE_READINGS_MAX);
      await publish(
        "telemetry",
        Object.groupBy(sent, ({ device }) => device),
      );
      const stored = new Set(sent);
      while (stored.has(readings[0])) readings.shift();
    }
  } catch (error) {
    // The next connection sends them again; a reading with the same time takes the place of the first.
    console.error(`not sent: ${error.message}`);
  } finally {
    isSending = false;
  }
}

/** Resolves when it is acknowledged. What is refused (a number says why) would be refused again. */
async function publish(name, payload) {
  try {
    await client.publishAsync(topicOf(name), JSON.stringify(payload), QOS_1);
  } catch (error) {
    if (typeof error.code !== "number") throw error;
    console.error(`${name} refused: ${error.message}`);
  }
}

function topicOf(name) {
  return `v1/gateway/${name}`;
}

function measure() {
  const ts = Date.now();
  for (const [device, press] of presses) {
    press.cycles += 1;
    press.temperature += (press.target - press.temperature) / 10;
    readings.push({ device, ts, values: { cycles: press.cycles, temperature: press.temperature } });
  }
  if (readings.length > READINGS_MAX) readings.splice(0, readings.length - READINGS_MAX);
  void sendReadings();
}

const timer = setInterval(measure, Number(EVERY_MILLIS));
process.once("SIGTERM", stop).once("SIGINT", stop);

async function stop() {
  clearInterval(timer);
  await client.endAsync();
}
