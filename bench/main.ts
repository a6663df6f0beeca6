// Runs benchmarks one after the other, prints their figures and keeps them: npm run bench -- [names] [--runs 5]
// [--seconds 4] [--save NAME]. Every figure is the median of its runs on this machine; ratios are what travels.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import type { Scenario } from "./scenario.ts";
import { attributes } from "./scenarios/attributes.ts";
import { backup } from "./scenarios/backup.ts";
import { clusterConnections } from "./scenarios/cluster-connections.ts";
import { clusterJoin } from "./scenarios/cluster-join.ts";
import { clusterKills } from "./scenarios/cluster-kills.ts";
import { clusterReports } from "./scenarios/cluster-reports.ts";
import { clusterRpc } from "./scenarios/cluster-rpc.ts";
import { cluster } from "./scenarios/cluster.ts";
import { dashboards } from "./scenarios/dashboards.ts";
import { fleet, idle } from "./scenarios/fleet.ts";
import { history } from "./scenarios/history.ts";
import { latency } from "./scenarios/latency.ts";
import { live } from "./scenarios/live.ts";
import { lists } from "./scenarios/lists.ts";
import { neighbour } from "./scenarios/neighbour.ts";
import { ownUser } from "./scenarios/own-user.ts";
import { reads } from "./scenarios/reads.ts";
import { reports } from "./scenarios/reports.ts";
import { rpc } from "./scenarios/rpc.ts";
import { sizing } from "./scenarios/sizing.ts";
import { sustained } from "./scenarios/sustained.ts";
import { exactlyOnce, onePoint, thirtyPoints, thirtyTexts } from "./scenarios/telemetry.ts";
import { web } from "./scenarios/web.ts";
import { asTable, type Figure } from "./statistics.ts";
import { comparedVersions } from "./versions.ts";

const SCENARIOS: readonly Scenario[] = [
  thirtyPoints,
  onePoint,
  thirtyTexts,
  exactlyOnce,
  latency,
  neighbour,
  attributes,
  rpc,
  ownUser,
  live,
  idle,
  fleet,
  history,
  backup,
  sizing,
  sustained,
  reads,
  lists,
  reports,
  dashboards,
  cluster,
  clusterReports,
  clusterRpc,
  clusterKills,
  clusterJoin,
  clusterConnections,
  web,
];
const RESULTS = join(import.meta.dirname, "results");

interface Options {
  readonly runs: number;
  readonly seconds: number;
  readonly size: number;
  readonly save?: string;
  readonly sustainedHistory: number;
  readonly sustainedSeconds: number;
  readonly sustainedRate: number;
}

const program = new Command("bench")
  .description(SCENARIOS.map((scenario) => `${scenario.name.padEnd(20)} ${scenario.describes}`).join("\n"))
  .argument("[names...]", "which to run; all without any")
  .option("--runs <count>", "runs of each", positiveInteger, 5)
  .option("--seconds <count>", "measured seconds of a run", positiveInteger, 4)
  .option("--size <part>", "of reports, dashboards and a cluster: a part of their sizes, to try them", partOfOne, 1)
  .option("--sustained-history <points>", "points that the sustained run begins with", positiveInteger, 100_000_000)
  .option("--sustained-seconds <count>", "how long the sustained run is", positiveInteger, 600)
  .option("--sustained-rate <count>", "messages of thirty points a second of the sustained run", positiveInteger, 5_000)
  .option("--save <name>", "keep the figures as bench/results/<name>.json and .md")
  .parse();
const options = program.opts<Options>();
const names = program.args;
for (const name of names)
  if (!SCENARIOS.some((scenario) => scenario.name === name)) program.error(`there is no benchmark "${name}"`);

const chosen = names.length === 0 ? SCENARIOS : SCENARIOS.filter((scenario) => names.includes(scenario.name));
const figures: Figure[] = [];
for (const scenario of chosen) {
  console.log(`# ${scenario.name}: ${scenario.describes}`);
  figures.push(
    ...(await scenario.run({
      runs: options.runs,
      seconds: options.seconds,
      size: options.size,
      sustained: {
        historyPoints: options.sustainedHistory,
        seconds: options.sustainedSeconds,
        messagesPerSecond: options.sustainedRate,
      },
      log: (line) => {
        console.log(line);
      },
    })),
  );
}
const machine = `${cpus()[0]?.model.trim() ?? "?"}, ${String(cpus().length)} processors, ${String(Math.round(totalmem() / 2 ** 30))} GiB, Node ${process.version}, ${process.platform} ${process.arch}`;
const versions = comparedVersions();
console.log(`\n${machine}\n${versions}\n\n${asTable(figures)}`);
if (options.save !== undefined) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(
    join(RESULTS, `${options.save}.json`),
    `${JSON.stringify({ date: new Date().toISOString(), machine, versions, options, figures }, undefined, 2)}\n`,
  );
  writeFileSync(
    join(RESULTS, `${options.save}.md`),
    `${machine}, ${new Date().toISOString().slice(0, 10)}\n${versions}\n\n${asTable(figures)}\n`,
  );
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("must be a whole number from 1");
  return value;
}

function partOfOne(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError("must be above 0, and 1 at most");
  return value;
}
