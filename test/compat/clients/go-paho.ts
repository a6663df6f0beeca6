// Eclipse Paho for Go (MQTT 3.1.1).
import type { CompatClient } from "../compat-client.ts";
import { gatewayScenarios } from "../gateway-scenarios.ts";

export const goPaho: CompatClient = {
  name: "paho.mqtt.golang",
  async install(tools) {
    const command = await tools.go();
    const program = { command, args: [], scratch: tools.scratch("go") };
    const exchanges = ([0, 1, 2] as const).map((qos) => ({ version: "3.1.1" as const, qos }));
    return { version: "1.5.1", scenarios: gatewayScenarios(program, exchanges) };
  },
};
