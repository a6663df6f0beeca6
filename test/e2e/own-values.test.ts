// Programs with a newcomer's names in them: whatever was typed is sent as it was typed, and does nothing else.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { gatewayTransports } from "../../src/transport/rest/gateway-examples.ts";
import { filledIn, NOTHING_OWN, type OwnValues } from "../../web/pages/start/own-values.ts";

const run = promisify(execFile);

const [TRANSPORT] = gatewayTransports({
  addresses: { mqtt: { host: "localhost", port: 1883 } },
  credentials: { kind: "ACCESS_TOKEN", credentialsId: "token", credentialsValue: null },
  baseUrl: "http://localhost",
  ownAuthority: new Set(),
});

/** What would do harm if it were not quoted, in one language or another. */
const HOSTILE = [
  `it's "quoted"`,
  "'; touch taken; '",
  '"); process.exit(1); ("',
  "$(touch taken) `touch taken` $HOME ${t} $& $1",
  String.raw`\ \n \" \' \047 \u0041 %s %% %n`,
  "\u202Etxet\u0000\u2028\t",
  "</script><script>alert(1)</script>",
  "__proto__",
  "constructor",
  "Käse 🧀 #1",
  "12",
];

/** The text with the loop. */
function programOf(program: string, own: OwnValues): string {
  const { continuous = [] } = TRANSPORT?.examples.find((each) => each.program === program) ?? {};
  const step = continuous.find(({ text }) => text.includes("sin("));
  return filledIn(program, step?.text ?? expect.fail("no loop"), own);
}

/** Of the first message that it sends, without MQTT. */
const FIRST_MESSAGE: Readonly<Record<string, (own: OwnValues) => Promise<string>>> = {
  async mosquitto(own) {
    const [printing = ""] = programOf("mosquitto", own).replace("sleep 2", "sleep 0").split(" | mosquitto_pub");
    const { stdout } = await run("/bin/sh", ["-c", `${printing} | head -n 1`]);
    return stdout;
  },
  async mqttjs(own) {
    const source = programOf("mqttjs", own);
    const literal = source.slice(source.indexOf("const message = ") + 16, source.indexOf("  await gateway.publish"));
    return runInNewContext(
      `const { sin, cos } = Math; const t = 0; const message = ${literal}; JSON.stringify(message)`,
    ) as string;
  },
  async paho(own) {
    const source = programOf("paho", own);
    const literal = source.slice(source.indexOf("message = ") + 10, source.indexOf("    gateway.publish"));
    const script = `import json\nfrom math import cos, sin\nt = 0\nprint(json.dumps(${literal.trim()}))\n`;
    const { stdout } = await run("python3", ["-c", script]);
    return stdout;
  },
};

const PROGRAMS = Object.keys(FIRST_MESSAGE);

async function firstMessage(
  program: string,
  own: OwnValues,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const text = (await FIRST_MESSAGE[program]?.(own)) ?? "";
  // Not as an object, in which one of the names would be its prototype.
  const members = (object: unknown): readonly (readonly [string, unknown])[] => Object.entries(object as object);
  const devices = members(JSON.parse(text));
  return new Map(
    devices.map(([name, readings]) => [
      name,
      new Map(members((readings as readonly unknown[])[0]) as [string, number][]),
    ]),
  );
}

test.each(PROGRAMS)("%s: what is left empty is as in the example", async (program) => {
  const { continuous = [] } = TRANSPORT?.examples.find((each) => each.program === program) ?? {};
  for (const { text } of continuous) {
    expect(filledIn(program, text, NOTHING_OWN)).toBe(text);
    // Half a place is none.
    expect(filledIn(program, text, { ...NOTHING_OWN, latitude: 1 })).toBe(text);
  }
});

test.each(PROGRAMS)("%s: names and keys are sent as they were typed, whatever they are", async (program) => {
  const message = await firstMessage(program, { ...NOTHING_OWN, devices: HOSTILE, keys: HOSTILE });
  expect([...message.keys()].sort()).toEqual([...HOSTILE].sort());
  for (const [name, values] of message) {
    // The last device alone has the coordinates of the example.
    const more = name === HOSTILE.at(-1) ? ["latitude", "longitude"] : [];
    expect([...values.keys()].sort()).toEqual([...HOSTILE, ...more].sort());
    const own = HOSTILE.map((key) => values.get(key) ?? Number.NaN);
    expect(own.every((value) => value >= 18 && value <= 20 + 10 * HOSTILE.length)).toBe(true);
  }
});

test.each(PROGRAMS)(
  "%s: devices have coordinates near the place, also with the values of the example",
  async (program) => {
    const place = { latitude: -33.86785, longitude: 151.20732 };
    const message = await firstMessage(program, { ...NOTHING_OWN, devices: ["Pump"], ...place });
    expect([...(message.get("Pump")?.keys() ?? [])]).toEqual(["temperature", "humidity", "latitude", "longitude"]);
    expect(message.get("Pump")?.get("latitude")).toBeCloseTo(place.latitude, 1);
    expect(message.get("Pump")?.get("longitude")).toBeCloseTo(place.longitude, 1);

    const example = await firstMessage(program, { ...NOTHING_OWN, ...place });
    expect([...example.keys()]).toEqual(["Thermometer", "Boiler", "Truck"]);
    expect([...(example.get("Truck")?.keys() ?? [])]).toEqual(["speed", "latitude", "longitude"]);
    expect(new Set([...example.values()].map((values) => values.get("latitude"))).size).toBe(3);
  },
);

test.each(PROGRAMS)(
  "%s: without a place, the last device alone has the coordinates of the example",
  async (program) => {
    for (const keys of [[], ["flow"]]) {
      const message = await firstMessage(program, { ...NOTHING_OWN, devices: ["A", "B"], keys });
      expect([...(message.get("A")?.keys() ?? [])]).not.toContain("latitude");
      expect(message.get("B")?.get("latitude")).toBeCloseTo(52.52, 1);
      expect(message.get("B")?.get("longitude")).toBeCloseTo(13.4, 1);
    }
  },
);

test("own keys have waves of different shapes, so that no line covers another on axes of their own", () => {
  const formulas = programOf("mqttjs", { ...NOTHING_OWN, devices: ["A"], keys: ["flow", "pressure", "torque"] });
  const shapes = [...formulas.matchAll(/2 \* (sin\([^)]*\))/g)].map(([, shape]) => shape);
  expect(shapes).toHaveLength(3);
  expect(new Set(shapes).size).toBe(3);
});

test("the program of the gateway has nothing to fill in", () => {
  expect(filledIn("tb-gateway", "text", { ...NOTHING_OWN, devices: ["Pump"] })).toBe("text");
});
