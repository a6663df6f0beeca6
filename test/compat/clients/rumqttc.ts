// rumqttc for Rust.
import type { CompatClient } from "../compat-client.ts";
import { gatewayScenarios } from "../gateway-scenarios.ts";

export const rumqttc: CompatClient = {
  name: "rumqttc",
  async install(tools) {
    const command = await tools.rust();
    // It takes an id anew whose PUBREL it has still to send again, and then counts one acknowledgement for both messages.
    const program = { command, args: [], scratch: tools.scratch("rust"), miscountsExactlyOnce: true as const };
    const exchanges = ([0, 1, 2] as const).map((qos) => ({ version: "3.1.1" as const, qos }));
    return { version: "0.24.0", scenarios: gatewayScenarios(program, exchanges) };
  },
};
