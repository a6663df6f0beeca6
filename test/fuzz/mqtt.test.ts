// Broken packets never crash, hang or confuse the MQTT transport. FUZZ_SEED repeats a run; the soak does ten million.
import { expect, test } from "vitest";
import { seedOf } from "../support/seed.ts";
import { fuzzMqtt, fuzzSockets } from "./mqtt-fuzz.ts";

const seed = seedOf("FUZZ_SEED");

test(`60,000 packets, many of them broken, through memory (seed ${String(seed)})`, async () => {
  const result = await fuzzMqtt({ seed, packets: 60_000 });
  // The seed has met the states that matter.
  expect(result.sessions).toBeGreaterThan(300);
  expect(result.publishes).toBeGreaterThan(3_000);
});

test(`5,000 packets, many of them broken, over sockets (seed ${String(seed)})`, async () => {
  const result = await fuzzSockets({ seed, packets: 5_000 });
  expect(result.connections).toBeGreaterThan(100);
});
