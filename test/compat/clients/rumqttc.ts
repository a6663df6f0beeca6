// rumqttc for Rust.
import type { CompatClient } from "../compat-client.ts";
import { gatewayScenarios } from "../gateway-scenarios.ts";

export const rumqttc: CompatClient = {
  name: "rumqttc",
  async install(tools) {
    const command = await tools.rust();
    const program = { command, args: [], scratch: tools.scratch("rust") };
    const exchanges = ([0, 1, 2] as const).map((qos) => ({ version: "3.1.1" as const, qos }));
    return { version: "0.24.0", scenarios: gatewayScenarios(program, exchanges) };
  },
};
