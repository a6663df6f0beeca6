// paho-mqtt for Python, which sends again at each reconnect what was not acknowledged.
import { join } from "node:path";
import type { CompatClient } from "../compat-client.ts";
import { gatewayScenarios } from "../gateway-scenarios.ts";

const PROGRAM = join(import.meta.dirname, "../programs/paho_gateway.py");

export const paho: CompatClient = {
  name: "paho-mqtt",
  async install(tools) {
    const { python, version } = await tools.python("paho-mqtt==2.1.0");
    const program = { command: python, args: [PROGRAM], scratch: tools.scratch("paho") };
    return {
      version: await version("paho-mqtt"),
      scenarios: gatewayScenarios(program, [
        { version: "3.1.1", qos: 0 },
        { version: "3.1.1", qos: 1 },
        { version: "3.1.1", qos: 2 },
        { version: "5", qos: 1 },
        { version: "5", qos: 2 },
      ]),
    };
  },
};
