// The safety tests with large numbers, for the night before a release: `npm run soak -- --kills 500 --packets 10000000`.
// Ends with the figures, and with exit code 1 at the first promise that was broken.
import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installClusterPackages, installSystemPackages } from "../../scripts/system-packages.mjs";
import { failAtRandom } from "../cluster/random-failures.ts";
import { fuzzMqtt } from "../fuzz/mqtt-fuzz.ts";
import { fuzzRest } from "../fuzz/rest-fuzz.ts";
import { failAgainAndAgain } from "../safety/disk-faults.ts";
import { killAgainAndAgain } from "../safety/kill-rounds.ts";
import { losePowerAgainAndAgain, losePowerWhileUpgrading } from "../safety/power-losses.ts";
import { killWhileStarting } from "../safety/start-kills.ts";
import { killWhileUpgrading } from "../safety/upgrade-kills.ts";
import { upgradedVersions } from "../support/former-folder.ts";
import { KillableServers } from "../support/killable-server.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { soakDescription } from "./schemathesis.ts";

const PACKETS_A_TIME = 200_000;
const WINDOW = 500;
const MESSAGES_A_ROUND = 20_000;
/** So many are enough to find what a disk forgets that syncs nothing. */
const ROUNDS_WITHOUT_SYNCS = 10;

const { values } = parseArgs({
  options: {
    // They have one size.
    tests: { type: "string", default: "1" },
    kills: { type: "string", default: "500" },
    losses: { type: "string", default: "160" },
    faults: { type: "string", default: "100" },
    "cluster-faults": { type: "string", default: "500" },
    upgrades: { type: "string", default: "40" },
    "upgrade-kills": { type: "string", default: "20" },
    starts: { type: "string", default: "50" },
    packets: { type: "string", default: "10000000" },
    requests: { type: "string", default: "250000" },
    worlds: { type: "string", default: "400" },
    examples: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now()) },
  },
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function soakKills(servers: KillableServers, rounds: number, seed: string): Promise<string> {
  const figures = await killAgainAndAgain(servers, {
    rounds,
    seed,
    window: WINDOW,
    messagesMax: MESSAGES_A_ROUND,
    progress: say,
  });
  const hits = [...figures.hits].map(([moment, count]) => `${moment} ${String(count)}`).join(", ");
  return (
    `kills ${String(figures.kills)} (at their moment: ${hits}), longest start ${figures.longestStartMillis.toFixed(0)} ms\n` +
    `acknowledged: messages ${String(figures.messages)}, points ${String(figures.points)}, attributes ${String(figures.attributes)}, ` +
    `shared attributes ${String(figures.sharedAttributes)}, devices ${String(figures.devices)}, claims ${String(figures.claims)}\n` +
    `points verified ${String(figures.pointsVerified)}`
  );
}

async function soakLosses(servers: KillableServers, rounds: number, seed: string): Promise<string> {
  const load = { seed, window: WINDOW, messagesMax: MESSAGES_A_ROUND, progress: say };
  const found = await losePowerAgainAndAgain(servers, { ...load, rounds: ROUNDS_WITHOUT_SYNCS, syncs: false }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (found === undefined)
    throw new Error("a disk that syncs nothing has lost nothing, so that this run shows nothing");
  const { losses, pointsVerified, backupsMade, backupsCut, longestStartMillis, ...figures } =
    await losePowerAgainAndAgain(servers, { ...load, rounds, syncs: true });
  return (
    `losses of power ${String(losses.losses)}: ${String(losses.unsynced)} changes not synced, of which ${String(losses.forgotten)} forgotten, ${String(losses.torn)} kept by half\n` +
    `acknowledged: messages ${String(figures.messages)}, points ${String(figures.points)}, attributes ${String(figures.attributes)}, devices ${String(figures.devices)}; ` +
    `points verified ${String(pointsVerified)}, longest start ${longestStartMillis.toFixed(0)} ms\n` +
    `backups made before a loss and verified after it ${String(backupsMade)}, cut by one ${String(backupsCut)}`
  );
}

async function soakFuzz(packets: number, seed: number): Promise<string> {
  let sent = 0;
  let sessions = 0;
  for (let part = 0; sent < packets; part++) {
    const result = await fuzzMqtt({ seed: (seed + part) >>> 0, packets: Math.min(PACKETS_A_TIME, packets - sent) });
    sent += result.packets;
    sessions += result.sessions;
    if (part % 10 === 0) say(`fuzz: ${String(sent)} packets`);
  }
  return `fuzz: packets ${String(sent)}, sessions ${String(sessions)}, seeds from ${String(seed)}`;
}

async function soakRequests(requests: number, seed: number): Promise<string> {
  const { problems, statuses, heldBytesGrowth, bystanderSlowestMillis } = await fuzzRest({
    requests,
    seed,
    progress: say,
  });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const counts = [...statuses].map(([status, count]) => `${String(status)} ${String(count)}`).join(", ");
  return (
    `hostile requests ${String(requests)} (${counts}), memory ${String(heldBytesGrowth)} bytes more, ` +
    `slowest call of a bystander ${bystanderSlowestMillis.toFixed(0)} ms`
  );
}

/** Tests whose size the environment says. */
function runTests(files: readonly string[], environment: NodeJS.ProcessEnv): void {
  const env = { ...process.env, ...environment };
  const path = join(import.meta.dirname, "../../scripts/test.mjs");
  const { status } = spawnSync(process.execPath, [path, ...files], { env, stdio: "inherit" });
  if (status !== 0)
    throw new Error(`npm test ${["--", ...files].join(" ")} has failed with ${JSON.stringify(environment)}`);
}

/** Those that `npm test` leaves out, and all cases of the others. */
function soakTests(seed: number): string {
  const seeds = { PROPERTY_SEED: String(seed), KILL_SEED: String(seed) };
  runTests([], { ...seeds, TEST_CASES: "all" });
  return `every test, with all of its cases, seed ${String(seed)}`;
}

function soakReports(worlds: number, seed: number): string {
  const environment = { REPORTS_WORLDS: String(worlds), REPORTS_SEED: String(seed) };
  runTests(["test/reports/engine-agrees.test.ts"], environment);
  return `reports: the engine and the reference agree in ${String(worlds)} worlds, seed ${String(seed)}`;
}

async function soakUpgradeKills(rounds: number, seed: string): Promise<string> {
  const lines: string[] = [];
  for (const version of upgradedVersions) {
    const { upgrades, rollbacks } = await killWhileUpgrading({ version, rounds, seed });
    const shown = (left: ReadonlyMap<string, number>): string =>
      [...left].map(([stage, count]) => `${stage} ${String(count)}`).join(", ");
    lines.push(
      `upgrades of ${version} killed ${String(rounds)} (left as: ${shown(upgrades)}), rollbacks killed ${String(rounds)} ` +
        `(left as: ${shown(rollbacks)}): all answers there, every byte back`,
    );
  }
  return lines.join("\n");
}

async function soakCluster(faults: number, seed: string): Promise<string> {
  const missing = installClusterPackages();
  if (missing !== undefined) throw new Error(missing);
  const folder = await scratchFolder();
  const figures = await failAtRandom({ faults, seed, folder, progress: say });
  // Where something was broken, its logs stay.
  await rm(folder, { recursive: true });
  const kinds = [...figures.failures].map(([name, count]) => `${name} ${String(count)}`).join(", ");
  return (
    `faults of a cluster ${String(faults)} (${kinds}), longest recovery ${figures.longestRecoveryMillis.toFixed(0)} ms\n` +
    `acknowledged: points ${String(figures.acknowledged)}, all on every node in ${String(figures.comparisons)} comparisons; ` +
    `messages refused ${String(figures.refused)}, not answered ${String(figures.unanswered)}, and sent again`
  );
}

const { kills, losses, faults, upgrades, starts, packets, requests, worlds, examples, seed } = values;
const servers = new KillableServers();
const summary = [`seed ${seed}`];
try {
  if (Number(values.tests) > 0) summary.push(soakTests(Number(seed) >>> 0));
  if (Number(worlds) > 0) summary.push(soakReports(Number(worlds), Number(seed) >>> 0));
  if (Number(kills) > 0) summary.push(await soakKills(servers, Number(kills), seed));
  if (Number(losses) + Number(upgrades) + Number(faults) > 0) {
    const missing = installSystemPackages([["gcc", "build-essential"]]);
    if (missing !== undefined) throw new Error(missing);
  }
  if (Number(losses) > 0) summary.push(await soakLosses(servers, Number(losses), seed));
  if (Number(upgrades) > 0) {
    const { losses: cut, torn } = await losePowerWhileUpgrading(servers, {
      losses: Number(upgrades),
      seed,
      progress: say,
    });
    summary.push(`upgrades cut by a loss of power ${String(cut)}, with ${String(torn)} changes kept by half`);
  }
  if (Number(faults) > 0) {
    const { rounds, acknowledged, refused, ends } = await failAgainAndAgain(servers, {
      rounds: Number(faults),
      seed,
      progress: say,
    });
    summary.push(
      `faults of the disk ${String(rounds)}: ${String(acknowledged)} acknowledged, ${String(refused)} refused, ${String(ends)} ends of the process with an exit code`,
    );
  }
  if (Number(values["cluster-faults"]) > 0) summary.push(await soakCluster(Number(values["cluster-faults"]), seed));
  if (Number(starts) > 0) {
    const { rounds, early } = await killWhileStarting(servers, { rounds: Number(starts), seed });
    summary.push(`first starts killed ${String(early)} of ${String(rounds)}, all finished by the next start`);
  }
  if (Number(values["upgrade-kills"]) > 0) summary.push(await soakUpgradeKills(Number(values["upgrade-kills"]), seed));
  if (Number(packets) > 0) summary.push(await soakFuzz(Number(packets), Number(seed) >>> 0));
  if (Number(requests) > 0) summary.push(await soakRequests(Number(requests), Number(seed) >>> 0));
  if (Number(examples) > 0)
    for (const role of ["TENANT_ADMIN", "SYS_ADMIN"] as const)
      summary.push(await soakDescription({ role, examples: Number(examples), seed: Number(seed) >>> 0 }));
} catch (error) {
  process.exitCode = 1;
  summary.push(`BROKEN: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
} finally {
  await servers.endAll();
  say(summary.join("\n"));
}
