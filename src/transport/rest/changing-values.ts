// Values of several devices that change with the time `t`, one of them at a place that moves: the loops that send them until they
// are stopped, in the languages of the examples. The formulas mean the same in all of them.
import { GATEWAY_TELEMETRY_TOPIC } from "../gateway-api/routes.ts";

interface ChangingValue {
  readonly formula: string;
  readonly decimals: number;
}

const DEVICES: Readonly<Record<string, Readonly<Record<string, ChangingValue>>>> = {
  Thermometer: {
    temperature: { formula: "21 + 2 * sin(t)", decimals: 1 },
    humidity: { formula: "50 + 8 * cos(t)", decimals: 0 },
  },
  Boiler: {
    temperature: { formula: "65 + 5 * sin(t / 2)", decimals: 1 },
    pressure: { formula: "2 + 0.3 * cos(t)", decimals: 2 },
  },
  Truck: {
    speed: { formula: "45 + 15 * sin(2 * t)", decimals: 0 },
    latitude: { formula: "52.52 + 0.01 * sin(t / 3)", decimals: 5 },
    longitude: { formula: "13.405 + 0.016 * cos(t / 3)", decimals: 5 },
  },
};
const PAUSE_SECONDS = 2;
const STEP = 0.1;

/** A command that prints a message a line, for POSIX shells. The locale could have another decimal point. */
export function awkCommand(): string {
  const prints = devices().map(([name, values], place, all) => {
    const texts = values.map(([key, { decimals }]) => String.raw`\"${key}\":%.${String(decimals)}f`);
    const text = String.raw`\"${name}\":[{${texts.join(",")}}]`;
    const [start, end] = [place === 0 ? "{" : "", place === all.length - 1 ? String.raw`}\n` : ","];
    return `  printf "${start}${text}${end}", ${values.map(([, { formula }]) => formula).join(", ")}`;
  });
  return [
    `LC_ALL=C awk 'BEGIN { for (t = 0; ; t += ${String(STEP)}) {`,
    ...prints,
    `  fflush(); system("sleep ${String(PAUSE_SECONDS)}")`,
    "} }'",
  ].join("\n");
}

/** Lines that send on an MQTT.js client `gateway`. */
export function javaScriptLoop(): readonly string[] {
  return [
    "const { sin, cos } = Math;",
    `for (let t = 0; ; t += ${String(STEP)}) {`,
    "  const message = {",
    ...messageLines("    ", ({ formula, decimals }) => `+(${formula}).toFixed(${String(decimals)})`, bare),
    "  };",
    `  await gateway.publishAsync("${GATEWAY_TELEMETRY_TOPIC}", JSON.stringify(message), { qos: 1 });`,
    '  console.log("stored");',
    `  await new Promise((resolve) => setTimeout(resolve, ${String(PAUSE_SECONDS * 1_000)}));`,
    "}",
  ];
}

/** Lines that send on a Paho client `gateway`, with `json`, `time`, `sin` and `cos` imported. */
export function pythonLoop(): readonly string[] {
  return [
    "t = 0",
    "while True:",
    "    message = {",
    ...messageLines(
      "        ",
      ({ formula, decimals }) => (decimals === 0 ? `round(${formula})` : `round(${formula}, ${String(decimals)})`),
      JSON.stringify,
    ),
    "    }",
    `    gateway.publish("${GATEWAY_TELEMETRY_TOPIC}", json.dumps(message), qos=1)`,
    '    print("sent")',
    `    time.sleep(${String(PAUSE_SECONDS)})`,
    `    t += ${String(STEP)}`,
  ];
}

/** A device a line. */
function messageLines(
  indent: string,
  valueText: (value: ChangingValue) => string,
  nameText: (name: string) => string,
): readonly string[] {
  return devices().map(([name, values]) => {
    const texts = values.map(([key, value]) => `${nameText(key)}: ${valueText(value)}`);
    return `${indent}${nameText(name)}: [{${nameText === bare ? ` ${texts.join(", ")} ` : texts.join(", ")}}],`;
  });
}

function bare(name: string): string {
  return name;
}

function devices() {
  return Object.entries(DEVICES).map(([name, values]) => [name, Object.entries(values)] as const);
}
