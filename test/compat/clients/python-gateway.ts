// The gateway in Python of `examples/`, with what its README installs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { showExampleGateway } from "../../support/example-gateway.ts";
import type { CompatClient } from "../compat-client.ts";

const FOLDER = join(import.meta.dirname, "../../../examples/python-gateway");

export const pythonGateway: CompatClient = {
  name: "python-gateway",
  async install(tools) {
    const requirements = readFileSync(join(FOLDER, "requirements.txt"), "utf8").trim().split("\n");
    const { python, version } = await tools.python(...requirements);
    return {
      version: await version("paho-mqtt"),
      scenarios: [
        {
          name: "values, an attribute, a call, and no reading lost when the connection is cut",
          run: ({ tenant, mqttPort }) =>
            showExampleGateway(
              { command: python, args: ["-u", join(FOLDER, "gateway.py")] },
              { tenant, scheme: "mqtt", port: mqttPort },
            ),
        },
      ],
    };
  },
};
