// Devices with irregular samples around a change of the clock: counters that start again, texts among numbers, gaps, equal
// names, missing attributes. Every report of a run of the property test looks at one such world.
import type { Value } from "../../../src/core/values.ts";
import { JsonText } from "../../../src/core/values.ts";
import type {
  AttributeLists,
  ReferenceCustomer,
  ReferenceDevice,
  ReferenceSample,
} from "../reference/reference-input.ts";
import type { SeededRandom } from "./seeded-random.ts";

const HOUR = 3_600_000;
const DAY = 86_400_000;

export interface World {
  readonly zone: string;
  /** Something happens to the clock then. */
  readonly anchor: number;
  /** All samples lie between the two. */
  readonly firstTs: number;
  readonly lastTs: number;
  /** Instants that several series have in common. */
  readonly instants: readonly number[];
  readonly profiles: readonly string[];
  readonly customers: readonly ReferenceCustomer[];
  readonly gateways: readonly ReferenceDevice[];
  readonly devices: readonly ReferenceDevice[];
}

/** Zones and instants at which their clocks did something. */
const ANCHORS: readonly (readonly [zone: string, anchor: number])[] = [
  ["Europe/Berlin", Date.UTC(2026, 2, 29, 1)],
  ["Europe/Berlin", Date.UTC(2026, 9, 25, 1)],
  ["America/Sao_Paulo", Date.UTC(2018, 10, 4, 3)],
  ["America/New_York", Date.UTC(2026, 2, 8, 7)],
  ["America/New_York", Date.UTC(2026, 10, 1, 6)],
  ["Pacific/Apia", Date.UTC(2011, 11, 30, 10)],
  ["Australia/Lord_Howe", Date.UTC(2026, 3, 4, 15)],
  ["Asia/Kathmandu", Date.UTC(2026, 0, 1)],
  ["UTC", Date.UTC(2026, 0, 1)],
];
const NAMES = ["Pump", "Pump", "pump é", "Ünit 🦆", "__proto__", "constructor", "5", 'Hall, "3"', "10"];
const STATES = ["idle", "run", "off"];

export const KEYS = {
  numbers: ["temp", "power"],
  counter: "kwh",
  text: "status",
  flag: "door",
  mixed: "mixed",
  json: "conf",
  rare: "rare",
  huge: "huge",
} as const;

export function randomWorld(random: SeededRandom): World {
  const [zone, anchor] = random.pick(ANCHORS);
  const firstTs = anchor - random.pick([10 * HOUR, 3 * DAY, 12 * DAY, 3 * DAY, 12 * DAY, 500 * DAY]);
  const lastTs = anchor + random.pick([5 * HOUR, 2 * DAY]);
  const instants = sharedInstants(random, firstTs, lastTs);
  const profiles = [random.uuid(), random.uuid()];
  const customers = [0, 1].map((index) => ({
    id: random.uuid(),
    title: index === 0 ? "Acme" : "Bolt & Co",
    createdTime: anchor - 100 * DAY,
    attributes: randomAttributes(random),
  }));
  const about = { random, firstTs, lastTs, profiles, customers, instants };
  const gateways = [randomDevice(about, null), randomDevice(about, null)];
  const devices = Array.from({ length: random.integer(1, 6) }, () =>
    randomDevice(about, random.chance(0.6) ? random.pick(gateways).id : null),
  );
  return { zone, anchor, firstTs, lastTs, instants, profiles, customers, gateways, devices };
}

interface About {
  readonly random: SeededRandom;
  readonly firstTs: number;
  readonly lastTs: number;
  readonly profiles: readonly string[];
  readonly customers: readonly ReferenceCustomer[];
  /** Instants that several series have in common. */
  readonly instants: readonly number[];
}

function sharedInstants(random: SeededRandom, firstTs: number, lastTs: number): readonly number[] {
  return Array.from(
    { length: 24 },
    () => firstTs + Math.floor((random.next() * (lastTs - firstTs)) / 900_000) * 900_000,
  );
}

function randomDevice(about: About, gatewayId: string | null): ReferenceDevice {
  const { random, firstTs, lastTs, profiles, customers } = about;
  const profile = random.integer(0, 1);
  return {
    id: random.uuid(),
    name: random.pick(NAMES),
    label: random.pick(["", "north side", "5"]),
    profileId: profiles[profile] ?? "",
    profile: profile === 0 ? "Meter" : "Sensor",
    customer: random.chance(0.6) ? random.pick(customers) : null,
    gatewayId,
    createdTime: firstTs - random.integer(0, 5) * DAY,
    active: random.chance(0.5),
    lastActivityTime: random.chance(0.7) ? lastTs - random.integer(0, 3) * HOUR : null,
    attributes: randomAttributes(random),
    samples: randomSamples(about),
  };
}

function randomAttributes(random: SeededRandom): AttributeLists {
  const server = new Map<string, Value>();
  if (random.chance(0.8)) server.set("building", random.pick(["North", "South", "north", "Ärea 🦆"]));
  if (random.chance(0.8))
    server.set("area", random.chance(0.8) ? random.integer(1, 400) / 4 : random.pick(["unknown", " 040.25 "]));
  if (random.chance(0.7)) server.set("floor", random.pick<Value>([1, 2, 5, "5", "05", true]));
  if (random.chance(0.4))
    server.set("plan", new JsonText(`{"size":{"x":${String(random.integer(1, 9))}},"list":[1,2]}`));
  const shared = new Map<string, Value>(random.chance(0.5) ? [["floor", random.integer(1, 3)]] : []);
  if (random.chance(0.5)) shared.set("retired", random.chance(0.4));
  const client = new Map<string, Value>(random.chance(0.6) ? [["version", random.pick<Value>(["1.2", 1.2, "2"])]] : []);
  return { client, shared, server };
}

function randomSamples(about: About): ReadonlyMap<string, readonly ReferenceSample[]> {
  const { random } = about;
  const samples = new Map<string, readonly ReferenceSample[]>();
  const add = (key: string, most: number, value: () => Value): void => {
    if (random.chance(0.15)) return;
    const series = series_(about, random.integer(1, most), value);
    if (series.length > 0) samples.set(key, series);
  };
  for (const key of KEYS.numbers) {
    const texts = random.chance(0.3) ? 0.2 : 0;
    add(key, 30, () => (random.chance(texts) ? random.pick(["n/a", "12.5", " 7 "]) : random.exact(50)));
  }
  let counter = random.integer(0, 400) / 4;
  const resets = random.chance(0.4) ? 0.15 : 0;
  add(
    KEYS.counter,
    25,
    () => (counter = random.chance(resets) ? random.integer(0, 8) / 4 : counter + random.integer(0, 40) / 4),
  );
  add(KEYS.text, 20, () => random.pick(STATES));
  add(KEYS.flag, 15, () => random.chance(0.5));
  add(KEYS.mixed, 20, () => randomMixed(random));
  add(KEYS.huge, 10, () => randomHuge(random));
  add(KEYS.json, 12, () => randomJson(random));
  add(KEYS.rare, 2, () => random.exact(5));
  return samples;
}

/** Ascending, no instant twice; values are drawn in the order of time. */
function series_(about: About, count: number, value: () => Value): readonly ReferenceSample[] {
  const { random, firstTs, lastTs, instants } = about;
  const moments = new Set<number>();
  for (let index = 0; index < count; index++)
    moments.add(random.chance(0.5) ? random.pick(instants) : firstTs + Math.floor(random.next() * (lastTs - firstTs)));
  return [...moments].sort((left, right) => left - right).map((ts) => ({ ts, value: value() }));
}

function randomMixed(random: SeededRandom): Value {
  return random.pick<() => Value>([
    () => random.exact(10),
    () => random.exact(10),
    () => random.integer(1, 5),
    () => String(random.integer(1, 5)),
    () => random.pick(["true", "FALSE", "x", "-1e2", "05", ""]),
    () => random.chance(0.5),
    () => new JsonText(random.pick(["{}", "[1,2]", '{"a":1}'])),
    () => random.pick([1234.125, -0]),
  ])();
}

/** Numbers of which sums depend on the order; only functions that pick or count look at them. */
function randomHuge(random: SeededRandom): Value {
  return random.pick<() => Value>([
    () => 9_007_199_254_740_993n + BigInt(random.integer(0, 5) * 2),
    () => -9_223_372_036_854_775_807n,
    () => random.pick([1e21, -1.5e300, 1e-7, 5e-324, 0.1, 0.30000000000000004, 123456789012345680000, -0]),
    () => random.integer(1, 3),
  ])();
}

function randomJson(random: SeededRandom): Value {
  if (random.chance(0.15)) return random.exact(5);
  const power = random.pick([String(random.exact(20)), '"run"', "true", "null", "[1]", '{"deep":1}', '"4.5"']);
  return new JsonText(
    random.chance(0.15) ? '{"mode":"auto"}' : `{"mode":"${random.pick(["auto", "hand"])}","p":{"v":${power}}}`,
  );
}
