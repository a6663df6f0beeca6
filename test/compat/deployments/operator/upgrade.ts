// The table of an upgrade, typed for a service while a gateway publishes, and what a rollback may lose of what was acknowledged to it.
import assert from "node:assert/strict";
import { sectionOf } from "../../../support/document-walk.ts";
import type { TestTenant } from "../../../support/tenant.ts";
import { AS_SERVICE, commandsOf, OPERATIONS, rowsOf } from "../operations-page.ts";
import type { ServiceMachine } from "../service-machine.ts";
import { READY } from "./install.ts";
import { compare, historyPath, type Fate, type LedgerGateway } from "./ledger-gateway.ts";
import { typeBlock } from "./typing.ts";

const TYPED = rowsOf(sectionOf(OPERATIONS, "Upgrade"), AS_SERVICE);
/** npm, the unit, systemd. */
const COMMANDS_OF_NEW_VERSION = 3;
const UPGRADED = '"event":"data folder upgraded"';

interface Upgraded {
  readonly tenant: TestTenant;
  readonly gateway: LedgerGateway;
  /** The version before. */
  readonly former: string;
}

/** What a rollback has lost: acknowledged after the first of these, up to the last. */
export interface Gap {
  readonly after: number;
  readonly upTo: number;
}

/** Resolves with the last reading that was acknowledged before. */
export async function upgrade(
  machine: ServiceMachine,
  { tenant, gateway, former, gap }: Upgraded & { readonly gap?: Gap },
): Promise<number> {
  const [starts, upgrades] = [await timesSaid(machine, READY), await timesSaid(machine, UPGRADED)];
  await type(machine, "stop");
  const acknowledged = gateway.acknowledged;
  await typeBlock(machine, commandsOf(TYPED, "get the new version").slice(0, COMMANDS_OF_NEW_VERSION).join("\n"));
  assert.ok((await type(machine, "check the upgrade")).includes(former));
  await type(machine, "start");
  await machine.said(READY, starts + 1);
  await machine.said(UPGRADED, upgrades + 1);
  await gateway.getsOn();
  await showStored(tenant, gateway, gap === undefined ? () => "stored" : fateAfter(gap));
  return acknowledged;
}

/** Resolves with what is lost by it: all that was acknowledged since the upgrade, and nothing else. */
export async function rollBack(
  machine: ServiceMachine,
  {
    tenant,
    gateway,
    former,
    formerPackage,
    acknowledgedBefore,
  }: Upgraded & { readonly formerPackage: string; readonly acknowledgedBefore: number },
): Promise<Gap> {
  const [starts, upgrades] = [await timesSaid(machine, READY), await timesSaid(machine, UPGRADED)];
  await type(machine, "stop");
  const gap = { after: acknowledgedBefore, upTo: gateway.acknowledged };
  assert.match(await type(machine, "check what a rollback would lose, after a stop"), /the snapshot is from/);
  const [command = "", npm = ""] = commandsOf(TYPED, "roll back, after a stop");
  assert.ok((await machine.type(command)).includes(`is as version ${former} left it`));
  await typeBlock(machine, `${npm} ${formerPackage}`);
  await type(machine, "start");
  await machine.said(READY, starts + 1);
  await gateway.getsOn();
  await showStored(tenant, gateway, fateAfter(gap));
  assert.equal(await timesSaid(machine, UPGRADED), upgrades, "the former version runs");
  return gap;
}

/**
 * The first reading after the gap's beginning was on its way when the platform stopped for the upgrade: the former version may have
 * stored it, without an acknowledgement that arrived. It was published again, acknowledged by the newer version, and may be gone.
 */
function fateAfter({ after, upTo }: Gap): (number: number) => Fate {
  return (number) => {
    if (number <= after || number > upTo) return "stored";
    return number === after + 1 ? "in doubt" : "gone";
  };
}

async function showStored(tenant: TestTenant, gateway: LedgerGateway, fateOf: (number: number) => Fate): Promise<void> {
  const { acknowledged } = gateway;
  const history = await tenant.rest.getText(await historyPath(tenant));
  compare(history, gateway.acknowledged + 1, (number) => (number > acknowledged ? "in doubt" : fateOf(number)));
}

async function type(machine: ServiceMachine, row: string): Promise<string> {
  return await machine.type(commandsOf(TYPED, row)[0] ?? "");
}

async function timesSaid(machine: ServiceMachine, text: string): Promise<number> {
  const journal = await machine.type("journalctl -u bridgehead -o cat --no-pager");
  return journal.split(text).length - 1;
}
