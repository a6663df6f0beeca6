// The loops that send changing values of several devices until they are stopped, in the languages of the examples.
import { awkLines, EXAMPLE_DEVICES, javaScriptLines, pythonLines } from "../../lib/changing-values.ts";
import { GATEWAY_TELEMETRY_TOPIC } from "../gateway-api/routes.ts";

const PAUSE_SECONDS = 2;
const STEP = 0.1;

/** A command that prints a message a line, for POSIX shells. The locale could have another decimal point. */
export function awkCommand(): string {
  return [
    `LC_ALL=C awk 'BEGIN { for (t = 0; ; t += ${String(STEP)}) {`,
    ...awkLines(EXAMPLE_DEVICES),
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
    ...javaScriptLines(EXAMPLE_DEVICES),
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
    ...pythonLines(EXAMPLE_DEVICES),
    "    }",
    `    gateway.publish("${GATEWAY_TELEMETRY_TOPIC}", json.dumps(message), qos=1)`,
    '    print("sent")',
    `    time.sleep(${String(PAUSE_SECONDS)})`,
    `    t += ${String(STEP)}`,
  ];
}
