// Frames that nobody should send to /api/ws: whatever they are, each is answered, no other connection notices, and the
// connection either stays or is closed with a code of the contract.
import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform.ts";
import { LiveClient } from "../support/live-client.ts";
import { seedOf } from "../support/seed.ts";
import { Random } from "./random.ts";

const FRAMES = 600;
const seed = seedOf("FUZZ_SEED");

test(`frames made of anything are answered with a code, and hurt nobody (seed ${String(seed)})`, async () => {
  await using platform = await startTestPlatform();
  const { tenant } = platform;
  const device = await tenant.createDevice();
  const random = new Random(seed);
  const bystander = await LiveClient.login(tenant.rest, { type: "TIMESERIES", cmdId: 5, entityId: device.id });
  await bystander.next();
  let client = await LiveClient.login(tenant.rest);
  for (let count = 0; count < FRAMES; count++) {
    client.send(frameOf(random, device.id));
    if (count % 20 !== 19) continue;
    try {
      for (const { errorCode } of await client.settled()) expect([0, 1, 2, 3, 34]).toContain(errorCode);
    } catch {
      expect([1008, 1009]).toContain((await client.closing()).code);
      client = await LiveClient.login(tenant.rest);
    }
  }

  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { ts: 1, values: { a: 1 } });
  expect(await bystander.next()).toMatchObject({ subscriptionId: 5, data: { a: [[1, "1"]] } });
  client.destroy();
  bystander.destroy();
});

const TYPES = ["TIMESERIES", "ATTRIBUTES", "TIMESERIES_HISTORY", "ENTITY_DATA", "constructor", "", 7, null];
const FIELDS = [
  "type",
  "cmdId",
  "entityType",
  "entityId",
  "keys",
  "scope",
  "startTs",
  "endTs",
  "timeWindow",
  "interval",
  "limit",
  "agg",
  "unsubscribe",
  "__proto__",
];

function frameOf(random: Random, deviceId: string): string {
  const commands = Array.from({ length: random.below(4) }, () => commandOf(random, deviceId));
  const text = JSON.stringify({ cmds: commands, ...(random.once(8) ? { authCmd: anything(random, 2) } : {}) });
  if (random.below(5) > 0) return text;
  const at = random.below(text.length);
  const noise = String.fromCharCode(random.below(0xd7ff));
  return random.below(2) === 0 ? text.slice(0, at) : text.slice(0, at) + noise + text.slice(at + random.below(6));
}

function commandOf(random: Random, deviceId: string): unknown {
  if (random.once(10)) return anything(random, 3);
  const command = new Map<string, unknown>([
    ["type", random.pick(TYPES)],
    ["cmdId", random.below(12)],
    ["entityType", "DEVICE"],
    ["entityId", deviceId],
    ["startTs", 0],
    ["endTs", 1_000],
  ]);
  for (let changes = random.below(4); changes > 0; changes--) command.set(random.pick(FIELDS), anything(random, 2));
  return Object.fromEntries(command);
}

function anything(random: Random, depth: number): unknown {
  switch (random.below(depth === 0 ? 7 : 9)) {
    case 0:
      return null;
    case 1:
      return random.below(2) === 0;
    case 2:
      return random.below(2 ** 31) - 2 ** 30;
    case 3:
      return random.below(1_000) / 7;
    case 4:
      return 1e300;
    case 5:
      return "a,b,,__proto__,constructor".slice(0, random.below(26));
    case 6:
      return String.fromCharCode(random.below(0xd7ff)).repeat(random.below(40));
    case 7:
      return Array.from({ length: random.below(4) }, () => anything(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(FIELDS), anything(random, depth - 1)]),
      );
  }
}
