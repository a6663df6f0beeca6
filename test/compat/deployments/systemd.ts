// `deploy/bridgehead.service` as systemd reads it, and how much of the machine it leaves to the service.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CompatClient } from "../compat-client.ts";
import type { Tools } from "../tools.ts";
import { run } from "../tools.ts";
import { deployFile } from "./deploy-file.ts";

/** Of 10; what remains is the network, the files of other programs, and code that the runtime compiles. */
const EXPOSURE_MAX = 2;

export const systemd: CompatClient = {
  name: "systemd",
  programs: [["systemd-analyze", "systemd"]],
  async install(tools) {
    const [version = ""] = (await run("systemd-analyze", ["--version"])).split("\n");
    return {
      version,
      scenarios: [
        {
          name: "the unit is read without a complaint",
          run: async () => {
            await run("systemd-analyze", ["verify", unitIn(tools)]);
          },
        },
        {
          name: `the service is exposed by ${String(EXPOSURE_MAX)} of 10 at most`,
          run: async () => {
            const report = await run("systemd-analyze", ["security", "--offline=true", "--no-pager", unitIn(tools)]);
            const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? [];
            assert.ok(Number(exposure) <= EXPOSURE_MAX, report);
          },
        },
      ],
    };
  },
};

/** With a program that this machine has in the place of the platform. */
function unitIn(tools: Tools): string {
  const unit = join(tools.scratch("systemd"), "bridgehead.service");
  writeFileSync(unit, deployFile("bridgehead.service", [["/usr/local/bin/bridgehead", process.execPath]]));
  return unit;
}
