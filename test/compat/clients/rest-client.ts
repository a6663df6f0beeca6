// The REST client for Python. `programs/rest_client.py` has the scenarios, as it compares what the client makes of the answers.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { SYS_ADMIN, TENANT_ADMIN } from "../../support/killable-server.ts";
import type { CompatClient } from "../compat-client.ts";
import { Program } from "../program.ts";
import { run } from "../tools.ts";

const PROGRAM = join(import.meta.dirname, "../programs/rest_client.py");

/** The last with a client for the community edition, and the newest, which has one for all editions. */
export const restClients: readonly CompatClient[] = ["3.9.0", "4.4"].map((version) => ({
  name: `tb-rest-client-${version}`,
  async install(tools) {
    const environment = await tools.python(`tb-rest-client==${version}`);
    const { python } = environment;
    const scenarios = JSON.parse(await run(python, [PROGRAM])) as Record<string, string>;
    return {
      version: await environment.version("tb-rest-client"),
      scenarios: Object.entries(scenarios).map(([scenario, name]) => ({
        name,
        run: async (server) => {
          const input = { http: server.http, admin: login(TENANT_ADMIN), system: login(SYS_ADMIN) };
          const args = [PROGRAM, scenario, JSON.stringify(input)];
          const program = new Program(scenario, spawn(python, args, { stdio: ["ignore", "pipe", "pipe"] }));
          if ((await program.ended) !== 0) throw new Error(program.complaint.trim());
        },
      })),
    };
  },
}));

function login({ email, password }: { readonly email: string; readonly password: string }) {
  return { username: email, password };
}
