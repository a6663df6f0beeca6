// MQTT.js, in a process of its own as the others are.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompatClient } from "../compat-client.ts";
import { gatewayScenarios } from "../gateway-scenarios.ts";

const ROOT = join(import.meta.dirname, "../../..");

export const mqttJs: CompatClient = {
  name: "mqtt.js",
  install(tools) {
    const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/mqtt/package.json"), "utf8")) as {
      version: string;
    };
    const program = {
      command: process.execPath,
      args: [join(ROOT, "test/compat/programs/mqtt-js-gateway.ts")],
      scratch: tools.scratch("mqtt-js"),
    };
    const exchanges = (["3.1.1", "5"] as const).flatMap((version) =>
      ([0, 1, 2] as const).map((qos) => ({ version, qos })),
    );
    return Promise.resolve({ version, scenarios: gatewayScenarios(program, exchanges) });
  },
};
