// Backups by schedule and by hand, and the restore drill beside the running platform, compared with what the gateway knows.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sectionOf, stepsOf } from "../../../support/document-walk.ts";
import { member } from "../../../support/rest-client.ts";
import type { TestTenant } from "../../../support/tenant.ts";
import { asService, folderOfBackups, OPERATIONS, settingsIn } from "../operations-page.ts";
import type { ServiceMachine } from "../service-machine.ts";
import { SETTINGS } from "./install.ts";
import { compare, historyPath, type LedgerGateway } from "./ledger-gateway.ts";

const PLACE = "/mnt/backups/plant-7";
const COPY = "/var/lib/bridgehead-drill";
const COPY_START_MILLIS_MAX = 60_000;

/** The first scheduled one begins with the start. */
export async function backUp(machine: ServiceMachine): Promise<void> {
  await machine.type(folderOfBackups());
  const settings = join(machine.root, SETTINGS);
  writeFileSync(settings, readFileSync(settings, "utf8") + settingsIn(sectionOf(OPERATIONS, "Backup"), "backup.to"));
  await machine.type("systemctl restart bridgehead");
  await machine.said('"event":"backup made"', 1);
  assert.match(await machine.type(asService(`verify ${PLACE}`)), / is whole: /);
}

export interface Drilled {
  readonly tenant: TestTenant;
  readonly gateway: LedgerGateway;
}

/** A backup by hand, and the drill with it: the copy has everything acknowledged before the backup, and nothing sent after it. */
export async function drill(machine: ServiceMachine, { tenant, gateway }: Drilled): Promise<void> {
  const devices = member(await tenant.rest.get("/api/tenant/devices?page=0&pageSize=1"), "totalElements");
  const path = await historyPath(tenant);
  const acknowledgedBefore = gateway.acknowledged;
  assert.match(await machine.type(asService(`backup ${PLACE}`)), /^backup \S+ to /);
  const sentUntil = gateway.acknowledged + 1;

  const blocks = stepsOf(sectionOf(OPERATIONS, "Restore drill")).map(({ commands }) => withPackage(commands));
  const start = blocks.findIndex((commands) => commands.includes("HTTP_PORT="));
  // Root types all of them into one shell.
  await machine.type(blocks.slice(0, start).join(""));
  const copy = machine.start(blocks[start] ?? "");
  await copy.line("bridgehead ready ", COPY_START_MILLIS_MAX);
  const login = blocks.slice(start + 1).join("");
  const [count, history = ""] = (
    await machine.type(`${login}curl -s "http://localhost:8081${path}" -H "X-Authorization: Bearer $TOKEN"`)
  ).split("\n");
  assert.equal(count, `"totalElements":${String(devices)}`);
  compare(history, sentUntil, (number) => (number <= acknowledgedBefore ? "stored" : "in doubt"));
  await machine.type(`kill -INT $(cat ${COPY}/lock.pid)`);
  assert.equal(await copy.ended, 0);
  await machine.type(`rm -r ${COPY}`);
}

/** The page shows commands as they are typed in a clone. */
function withPackage(commands: string): string {
  return commands.replaceAll("npm run bridgehead --", "bridgehead").replaceAll("npm start --", "bridgehead");
}
