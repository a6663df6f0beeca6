// Messages that are read in steps: what becomes of them does not depend on that, and no step reads more than it may.
import { expect, test } from "vitest";
import { deviceClient, handle, knownDevice, messageOf } from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { DEFERRED, type AckTarget, type Handled, type Refusal } from "../../core/acknowledgement.ts";
import type { Readings } from "../../core/telemetry/readings.ts";
import { columnsOf, valueFromColumns } from "../../core/telemetry/telemetry.ts";
import { VALUES_OF_A_STEP } from "../long-message.ts";
import { GatewayAttributes } from "./attributes.ts";
import { GatewayTelemetry } from "./telemetry.ts";

/** Blanks around JSON make a message long and change nothing else. */
const BLANKS = " ".repeat(16_384);

/** A gateway, the devices that it sends for, and everything that has been recorded. */
function gatewayWorld() {
  const world = new World();
  for (const name of ["known", "other"]) world.add(name);
  world.add("stored", "stored");
  const rows: unknown[] = [];
  const record = (readings: Readings, target: AckTarget, ack: number, refusal?: Refusal): Handled => {
    for (let entry = 0; entry < readings.entries; entry++)
      for (let row = readings.starts[entry] ?? 0; row < (readings.ends[entry] ?? 0); row++) {
        const [kind, num, text] = [readings.kinds[row] ?? 0, readings.nums[row] ?? 0, readings.texts[row] ?? null];
        const value = columnsOf(valueFromColumns(kind, num, text));
        rows.push([readings.devices[entry]?.name, readings.keys[row], readings.ts[row], value]);
      }
    target.settle(ack, refusal);
    target.flush();
    return DEFERRED;
  };
  const values = { stringLengthMax: 100 };
  const telemetry = new GatewayTelemetry(
    { ...world.gatewayDeps, telemetry: { record }, metrics: { record: () => undefined } },
    values,
  );
  const attributes = new GatewayAttributes(world.gatewayDeps, values);
  return { world, rows, telemetry, attributes, ...deviceClient(knownDevice("Gateway", { isGateway: true })) };
}

const PAYLOADS = [
  '{"known":[{"ts":1,"values":{"a":1,"b":"text","c":true,"d":null}},{"a":2}],"new":[{"a":3}],"stored":[]}',
  '{"known":[{"a":1},5],"other":[{"a":1}]}',
  '{"12":[{"a":1},{"":1}],"known":7,"3":"text","other":[{"a":1}]}',
  '{"known":[{"a":9007199254740993,"b":{"z":1,"1":2}}],"other":[{"c":1e400}]}',
  '{"known":[{"a":NaN,"b":1}],"other":[{"a":Infinity}]}',
  '{"known":[{"a":007}]}',
  '{"known":[{"a":1}],"known":[{"a":2}]}',
  `{"known":[{"a":"${"x".repeat(101)}"}],"${"n".repeat(256)}":[{"a":1}]}`,
  `{"known":[{"a":${"[".repeat(70)}${"]".repeat(70)}}]}`,
  "{}",
  "[1]",
  '{"known":[{"a":1}',
];

test.each(PAYLOADS)("telemetry comes to the same in steps as at once: %s", async (payload) => {
  const outcomeOf = async (sent: string) => {
    const { world, rows, telemetry, client, mqtt } = gatewayWorld();
    await handle(messageOf(client, mqtt, sent), (message) => telemetry.receive(message));
    const refused = mqtt.refusals.map(({ partly, entries }) => [partly, ...entries.map(shown)]);
    return { rows, log: world.log, settled: mqtt.log, refused, steps: mqtt.steps };
  };

  const { steps, ...long } = await outcomeOf(payload + BLANKS);

  expect(steps).toBeGreaterThan(0);
  expect({ ...long, steps: 0 }).toEqual(await outcomeOf(payload));
});

test.each([
  '{"known":{"a":1,"b":"text","c":null},"new":{"a":3},"stored":{}}',
  '{"12":{"":1},"known":7,"3":"text","other":{"a":1}}',
  '{"known":{"a":NaN,"b":1},"other":{"a":9007199254740993}}',
  "{}",
  "[1]",
])("attributes come to the same in steps as at once: %s", async (payload) => {
  const outcomeOf = async (sent: string) => {
    const { world, attributes, client, mqtt } = gatewayWorld();
    await handle(messageOf(client, mqtt, sent), (message) => attributes.receive(message));
    const stored = world.attributes.map(({ deviceId: _, ...attribute }) => attribute);
    const refused = mqtt.refusals.map(({ partly, entries }) => [partly, ...entries.map(shown)]);
    return { stored, log: world.log, settled: mqtt.log, refused, steps: mqtt.steps };
  };

  const { steps, ...long } = await outcomeOf(payload + BLANKS);

  expect(steps).toBeGreaterThan(0);
  expect({ ...long, steps: 0 }).toEqual(await outcomeOf(payload));
});

test.each([
  ["of many devices", Object.fromEntries(names(8_000).map((name) => [name, [{ a: 1 }]]))],
  ["of devices that are refused", Object.fromEntries(names(8_000).map((name) => [name, 1]))],
  ["of one device", { known: Array.from({ length: 8_000 }, () => ({ a: 1 })) }],
])("no step reads more values %s than one may", async (_whose, payload) => {
  const { world, rows, telemetry, client, mqtt } = gatewayWorld();
  for (const name of names(8_000)) world.add(name);
  const total = 8_000;

  await handle(messageOf(client, mqtt, payload), (message) => telemetry.receive(message));

  expect(rows.length + mqtt.refusals.flatMap(({ entries }) => entries).length).toBe(total);
  // Besides those there is the step that parses the JSON, one that records, and one that finds the places of what is refused.
  const others = mqtt.refusals.length === 0 ? 2 : 3;
  expect(mqtt.steps - others).toBeGreaterThanOrEqual(total / VALUES_OF_A_STEP);
});

function names(count: number): string[] {
  return Array.from({ length: count }, (_none, index) => `device ${String(index)}`);
}

function shown({ device, error }: Refusal["entries"][number]): unknown {
  // The place of a fault in the text is that behind the blanks, where it is the end.
  return [device, error.kind, error.message.replace(/(?<=^the payload is not JSON: ).*/s, "")];
}
