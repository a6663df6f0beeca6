// Prometheus and Alertmanager beside the platform, with the rules of `deploy/prometheus`.
import assert from "node:assert/strict";
import { eventually } from "../../../support/deadline.ts";
import { sectionOf } from "../../../support/document-walk.ts";
import { commandsWith, OPERATIONS } from "../operations-page.ts";
import type { ServiceMachine } from "../service-machine.ts";
import { typeBlock } from "./typing.ts";

const SECTION = sectionOf(OPERATIONS, "Health, metrics, logs");
const INSTALL = commandsWith(SECTION, "/etc/prometheus");
/** Rules are computed once a minute, and a target is scraped four times. */
const COMPUTED_MILLIS_MAX = 180_000;

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly state: string;
}

export async function installPrometheus(machine: ServiceMachine): Promise<void> {
  await typeBlock(machine, INSTALL);
  await eventually(
    () => machine.type("curl -s 'http://localhost:9090/api/v1/query?query=up'"),
    (answer) => /"job":"bridgehead".*,"1"\]/.test(answer),
    COMPUTED_MILLIS_MAX,
    (answer) => `the platform is not scraped: ${answer}`,
  );
  await showSilence(machine);
}

/** All rules are computed, and none has anything to say. */
export async function showSilence(machine: ServiceMachine): Promise<readonly Rule[]> {
  return await eventually(
    () => rulesOf(machine),
    (rules) => rules.length > 0 && rules.every(({ health, state }) => health === "ok" && state === "inactive"),
    COMPUTED_MILLIS_MAX,
    (rules) => `not silent: ${JSON.stringify(rules.filter(({ state }) => state !== "inactive"))}`,
  );
}

/** The service is stopped for some minutes: one alert reaches Alertmanager, and goes when the service is back. */
export async function tryAlert(machine: ServiceMachine): Promise<void> {
  const printed = await typeBlock(machine, commandsWith(SECTION, "amtool"));
  const [heading = "", ...alerts] = printed.split("\n").filter((line) => line !== "");
  assert.match(heading, /^Alertname +Starts At +Summary +State *$/);
  assert.equal(alerts.length, 1, printed);
  assert.match(alerts[0] ?? "", /^BridgeheadDown +\S+ \S+ UTC +The platform does not answer\. +active *$/);
  await showSilence(machine);
}

/** After an upgrade, as the page says. */
export async function renewRules(machine: ServiceMachine): Promise<void> {
  await typeBlock(machine, INSTALL);
  const rules = await showSilence(machine);
  assert.ok(
    rules.some(({ name }) => name === "HistoryDamaged"),
    "the rules are those of this version",
  );
}

async function rulesOf(machine: ServiceMachine): Promise<readonly Rule[]> {
  const answer = await machine.type("curl -s 'http://localhost:9090/api/v1/rules?type=alert'");
  const { data } = JSON.parse(answer) as {
    readonly data: { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  };
  return data.groups.flatMap(({ rules }) => rules);
}
