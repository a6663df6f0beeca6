// A clone on a server: started, and so installed, without development packages, in both ways that npm has for it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompatClient, Scenario } from "../compat-client.ts";
import { Program } from "../program.ts";
import type { Tools } from "../tools.ts";
import { run } from "../tools.ts";
import { DEPLOY } from "./deploy-file.ts";

const ROOT = join(DEPLOY, "..");
const START_MILLIS_MAX = 400_000;
const PACKAGES_MEBIBYTES_MAX = 200;
/** What a person's shell has, without what the run of the tests has set. */
const env = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NODE_EXTRA_CA_CERTS: process.env["NODE_EXTRA_CA_CERTS"],
};

export const clone: CompatClient = {
  name: "clone",
  async install(tools) {
    return {
      version: (await run("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT })).trim(),
      scenarios: [
        scenario(tools, "NODE_ENV=production npm start", { NODE_ENV: "production" }, []),
        scenario(tools, "npm ci --omit=dev, npm start", {}, ["ci", "--omit=dev"]),
      ],
    };
  },
};

function scenario(
  tools: Tools,
  name: string,
  more: Readonly<Record<string, string>>,
  first: readonly string[],
): Scenario {
  return {
    name,
    async run() {
      const folder = tools.scratch("clone");
      await run("git", ["clone", "-q", ROOT, folder]);
      if (first.length > 0) await run("npm", first, { cwd: folder, env });
      const child = spawn("npm", ["start"], {
        cwd: folder,
        env: { ...env, ...more, HTTP_PORT: "0", MQTT_PORT: "0" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const server = new Program("npm start", child);
      try {
        const ready = await server.line("bridgehead ready http=", START_MILLIS_MAX);
        const page = await (await fetch(ready.split(" ")[0] ?? "")).text();
        assert.match(page, /\/assets\/[^"]+\.js/, "the web interface is built");
        for (const unneeded of ["vite", "typescript", "react", ".web-build"])
          assert.ok(!existsSync(join(folder, "node_modules", unneeded)), `${unneeded} is installed`);
        const [size = ""] = (await run("du", ["-sm", "--apparent-size", join(folder, "node_modules")])).split("\t");
        assert.ok(Number(size) < PACKAGES_MEBIBYTES_MAX, `the packages take ${size} MiB`);
      } finally {
        child.kill("SIGTERM");
        await once(child, "close");
      }
    },
  };
}
