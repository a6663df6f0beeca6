// The REST clients for Python. Their programs have the scenarios, as they compare what the client makes of the answers.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { SYS_ADMIN, TENANT_ADMIN } from "../../support/killable-server.ts";
import type { CompatClient } from "../compat-client.ts";
import { Program } from "../program.ts";
import { run } from "../tools.ts";

/** The last with a client for the community edition alone, the newest, which has one for all editions, and what followed it. */
export const restClients: readonly CompatClient[] = [
  client("tb-rest-client", "3.9.0", "rest_client.py"),
  client("tb-rest-client", "4.4", "rest_client.py"),
  client("tb-ce-client", "4.4.0", "ce_client.py"),
];

function client(name: string, release: string, file: string): CompatClient {
  const path = join(import.meta.dirname, "../programs", file);
  return {
    name: `${name}-${release}`,
    async install(tools) {
      const { python, version } = await tools.python(`${name}==${release}`);
      const scenarios = JSON.parse(await run(python, [path])) as Record<string, string>;
      return {
        version: await version(name),
        scenarios: Object.entries(scenarios).map(([scenario, shows]) => ({
          name: shows,
          run: async (server) => {
            const input = { http: server.http, admin: login(TENANT_ADMIN), system: login(SYS_ADMIN) };
            const args = [path, scenario, JSON.stringify(input)];
            const program = new Program(scenario, spawn(python, args, { stdio: ["ignore", "pipe", "pipe"] }));
            if ((await program.ended) !== 0) throw new Error(program.complaint.trim());
          },
        })),
      };
    },
  };
}

function login({ email, password }: { readonly email: string; readonly password: string }) {
  return { username: email, password };
}
