// `deploy/Caddyfile` in Caddy, with an authority of Caddy's own in the place of a public one, which is not reached from here.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { searchPath } from "../../../scripts/system-packages.mjs";
import { eventually } from "../../support/deadline.ts";
import type { CompatClient } from "../compat-client.ts";
import { type CompatServer, freePort } from "../compat-server.ts";
import { Program } from "../program.ts";
import { run } from "../tools.ts";
import { deployFile } from "./deploy-file.ts";
import { ask, showLiveValues, showMonitoringClosed, showMqttOverWebSocket, showRest } from "./through-proxy.ts";

const NAME = "iot.example.com";
const START_MILLIS_MAX = 20_000;

export const caddy: CompatClient = {
  name: "caddy",
  programs: [["caddy", "caddy"]],
  async install(tools) {
    const version = (await run("caddy", ["version"], { env: { PATH: searchPath() } })).trim();
    return {
      version,
      scenarios: [
        {
          name: "HTTPS with a certificate that it got by itself, and WebSocket through it",
          run: (server) => throughCaddy(server, tools.scratch("caddy")),
        },
      ],
    };
  },
};

async function throughCaddy(server: CompatServer, folder: string): Promise<void> {
  const [port, httpPort] = [await freePort(), await freePort()];
  const config = join(folder, "Caddyfile");
  const env = { PATH: searchPath(), HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const options = `{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\thttps_port ${String(port)}\n\thttp_port ${String(httpPort)}\n}\n`;
  writeFileSync(
    config,
    options + deployFile("Caddyfile", [["127.0.0.1:8080", `127.0.0.1:${String(server.httpPort)}`]]),
  );
  const args = ["--config", config, "--adapter", "caddyfile"];
  await run("caddy", ["validate", ...args], { env });
  const proxy = new Program("caddy", spawn("caddy", ["run", ...args], { env, stdio: ["ignore", "pipe", "pipe"] }));
  try {
    const root = join(folder, "caddy/pki/authorities/local/root.crt");
    const address = () => ({ host: "127.0.0.1", port, servername: NAME, ca: readFileSync(root, "utf8") });
    const isServed = async (): Promise<boolean> =>
      existsSync(root) && (await ask(address(), "/").catch(() => undefined)) !== undefined;
    await eventually(isServed, Boolean, START_MILLIS_MAX, () => `Caddy does not serve: ${proxy.complaint}`);
    await showRest(address(), server);
    await showMqttOverWebSocket(address(), server);
    await showLiveValues(address(), server);
    await showMonitoringClosed(address());
  } finally {
    await proxy.stop();
  }
}
