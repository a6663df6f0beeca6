// The operator's whole way on one machine: a fresh Debian gets the former release from the documentation, a TLS deployment behind nginx,
// alerts and backups, a restored copy beside it, this version, a rollback, and this version again. What is typed is taken from
// docs/operations.md as it is printed; only what belongs to others is played: a company's authority in the place of a public one, and an
// operator who opens the links of the first passwords. A gateway publishes all the time, and what was acknowledged to it is compared.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageInfo from "../../../../package.json" with { type: "json" };
import { member } from "../../../support/rest-client.ts";
import type { CompatClient } from "../../compat-client.ts";
import { formerRelease, packageOf, type Release } from "../../former-release.ts";
import { messageOf } from "../../message-of.ts";
import { run, type Tools } from "../../tools.ts";
import { DEPLOY } from "../deploy-file.ts";
import { ownersOfBackups } from "../operations-page.ts";
import { ServiceMachine } from "../service-machine.ts";
import { showLiveValues, showMonitoringClosed, showMqttOverWebSocket, showRest } from "../through-proxy.ts";
import { installPrometheus, renewRules, showSilence, tryAlert } from "./alerts.ts";
import { backUp, drill } from "./backups.ts";
import { installService, openAccounts, PROXY_PORTS, putProxyInFront } from "./install.ts";
import { LedgerGateway } from "./ledger-gateway.ts";
import { rollBack, upgrade } from "./upgrade.ts";

const ROOT = join(DEPLOY, "..");
const FORMER_FOLDER = "former";

export const operator: CompatClient = {
  name: "operator",
  programs: [
    ["systemd-nspawn", "systemd-container"],
    ["debootstrap", "debootstrap"],
    ["ip", "iproute2"],
  ],
  async install(tools) {
    const former = await formerRelease();
    return {
      version: `from ${former.version} of ${former.commit.slice(0, 8)}`,
      scenarios: [
        {
          name: "from a fresh machine to TLS, alerts, backups, a restored copy, an upgrade, a rollback and the upgrade again, as the page says",
          run: async () => {
            const machine = await ServiceMachine.makeFresh(tools);
            try {
              await bringPackages(machine, former, tools);
              await machine.bootReachable();
              await goTheWholeWay(machine, former);
            } finally {
              await machine.stop();
            }
          },
        },
      ],
    };
  },
};

/** That of this version to where commands are typed, the former one beside it, as an operator keeps it. */
async function bringPackages(machine: ServiceMachine, former: Release, tools: Tools): Promise<void> {
  const home = join(machine.root, "root");
  mkdirSync(join(home, FORMER_FOLDER));
  copyFileSync(await packageOf(former, tools), join(home, FORMER_FOLDER, `bridgehead-${former.version}.tgz`));
  await run("npm", ["run", "package"], { cwd: ROOT });
  const name = `bridgehead-${packageInfo.version}.tgz`;
  copyFileSync(join(ROOT, "dist", name), join(home, name));
}

async function goTheWholeWay(machine: ServiceMachine, { version }: Release): Promise<void> {
  const formerPackage = `./${FORMER_FOLDER}/bridgehead-${version}.tgz`;
  await step("the installation", () => installService(machine, formerPackage));
  const proxy = await step("nginx", () => putProxyInFront(machine));
  const { tenant, sysAdmin } = await step("the first passwords", () => openAccounts(machine, proxy));
  await step("what goes through nginx", async () => {
    await showRest(proxy, { tenant });
    await showMqttOverWebSocket(proxy, { tenant });
    await showLiveValues(proxy, { tenant });
    await showMonitoringClosed(proxy);
  });
  const { token } = await tenant.createGateway();
  const gateway = new LedgerGateway({ ...proxy, port: PROXY_PORTS.mqtts }, token);
  try {
    await step("the gateway", () => gateway.getsOn());
    await step("Prometheus", () => installPrometheus(machine));
    await step("an alert", () => tryAlert(machine));
    await step("the gateway after an outage", () => gateway.getsOn());
    await step("backups", () => backUp(machine));
    await step("the drill", () => drill(machine, { tenant, gateway }));
    const upgraded = await step("the upgrade", () => upgrade(machine, { tenant, gateway, former: version }));
    const gap = await step("the rollback", () =>
      rollBack(machine, { tenant, gateway, formerPackage, former: version, acknowledgedBefore: upgraded }),
    );
    await step("the upgrade after the rollback", () => upgrade(machine, { tenant, gateway, former: version, gap }));
    await step("backups that root has written into", () => machine.type(ownersOfBackups()));
    await step("the rules of this version", () => renewRules(machine));
    await step("silence at the end", () => showSilence(machine));
  } finally {
    await gateway.stop();
  }
  await step("the findings", async () => {
    assert.deepEqual(unexplained(await sysAdmin.get("/api/system/posture")), []);
  });
}

/** Findings that docs/security.md does not name. */
function unexplained(posture: unknown): readonly unknown[] {
  const security = readFileSync(join(ROOT, "docs/security.md"), "utf8");
  const findings = member(posture, "findings");
  assert.ok(Array.isArray(findings));
  return findings.filter((finding) => !security.includes(`\`${String(member(finding, "kind"))}\``));
}

/** What goes wrong says where. */
async function step<Result>(name: string, take: () => Promise<Result>): Promise<Result> {
  try {
    return await take();
  } catch (error) {
    throw new Error(`${name}: ${messageOf(error)}`, { cause: error });
  }
}
