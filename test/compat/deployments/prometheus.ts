// `deploy/prometheus/` in Prometheus, put where the page says: read without a complaint, each rule fires for what it is about and is
// silent beside a platform that is well, and a Prometheus with these files scrapes the platform.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { searchPath } from "../../../scripts/system-packages.mjs";
import { eventually } from "../../support/deadline.ts";
import { sectionOf } from "../../support/document-walk.ts";
import type { CompatClient } from "../compat-client.ts";
import { freePort, type CompatServer } from "../compat-server.ts";
import { Program } from "../program.ts";
import { run, type Tools } from "../tools.ts";
import { ALERT_CASES, HEALTHY } from "./alert-cases.ts";
import { DEPLOY, deployFile } from "./deploy-file.ts";
import { commandsWith, OPERATIONS } from "./operations-page.ts";

const PACKAGE = "/usr/local/lib/node_modules/bridgehead/deploy";
const INSTALLED = "/etc/prometheus";
const JOB = "bridgehead";
const START_MILLIS_MAX = 60_000;
const MINUTES_OF_DAY = 1440;
const env = { ...process.env, PATH: searchPath() };

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: { readonly summary: string };
}

const { groups } = parse(deployFile("prometheus/alerts.yml")) as {
  readonly groups: readonly { readonly interval: string; readonly rules: readonly Rule[] }[];
};
const RULES = groups.flatMap(({ rules }) => rules);

export const prometheus: CompatClient = {
  name: "prometheus",
  programs: [
    ["promtool", "prometheus"],
    ["prometheus", "prometheus"],
  ],
  async install(tools) {
    const [version = ""] = (await run("promtool", ["--version"], { env })).split("\n");
    return {
      version: /version (\S+)/.exec(version)?.[1] ?? version,
      scenarios: [
        {
          name: "installed by the commands of the page, the files are read without a complaint",
          run: async () => {
            await installFiles(tools);
          },
        },
        {
          name: "each rule fires for what it is about, and none beside a platform that is well",
          run: () => tryRules(tools),
        },
        { name: "the platform is scraped", run: (server) => scrape(server, tools) },
      ],
    };
  },
};

/** The folder in the place of `/etc/prometheus`. What a package manager and systemd do is left out. */
async function installFiles(tools: Tools): Promise<string> {
  const folder = tools.scratch("prometheus");
  const commands = commandsWith(sectionOf(OPERATIONS, "Health, metrics, logs"), INSTALLED);
  const [files, others] = [/^(cp|promtool) /, /^(apt|systemctl) /];
  const lines = commands.trim().split("\n");
  assert.deepEqual(
    lines.filter((line) => !files.test(line) && !others.test(line)),
    [],
    "commands that nobody types here",
  );
  for (const line of lines.filter((typed) => files.test(typed)))
    await run("sh", ["-c", line.replaceAll(PACKAGE, DEPLOY).replaceAll(INSTALLED, folder)], { env });
  await run("promtool", ["check", "rules", join(folder, "alerts.yml")], { env });
  return folder;
}

async function tryRules(tools: Tools): Promise<void> {
  const folder = await installFiles(tools);
  const names = RULES.map(({ alert }) => alert);
  assert.deepEqual([...new Set(ALERT_CASES.map(({ alert }) => alert))], names, "each rule has a case");
  const test = (series: Readonly<Record<string, string>>, expected: readonly object[]) => ({
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: ofJob(name), values })),
    alert_rule_test: expected,
  });
  const silent = names.flatMap((alertname) =>
    [5, 30, 90, 850, MINUTES_OF_DAY].map((minute) => ({ alertname, eval_time: `${String(minute)}m`, exp_alerts: [] })),
  );
  const firing = ALERT_CASES.map(({ alert, series, minute }) =>
    test({ ...HEALTHY, ...series }, [
      { alertname: alert, eval_time: `${String(minute * 60)}s`, exp_alerts: [firedOf(alert)] },
    ]),
  );
  const file = join(folder, "rules-test.yml");
  const tests = {
    rule_files: ["alerts.yml"],
    evaluation_interval: groups[0]?.interval,
    tests: [test(HEALTHY, silent), ...firing],
  };
  writeFileSync(file, JSON.stringify(tests));
  await run("promtool", ["test", "rules", file], { env });
}

function ofJob(name: string): string {
  return name.includes("{") ? name.replace("{", `{job="${JOB}",`) : `${name}{job="${JOB}"}`;
}

/** Sums over all series have no job. */
const WITHOUT_JOB = ["AcknowledgementsSlow", "CallsFail", "CallsSlow"];

function firedOf(alert: string): object {
  const rule = RULES.find((other) => other.alert === alert);
  assert.ok(rule !== undefined, `there is no rule ${alert}`);
  return {
    exp_labels: { ...rule.labels, ...(WITHOUT_JOB.includes(alert) ? {} : { job: JOB }) },
    exp_annotations: rule.annotations,
  };
}

async function scrape(server: CompatServer, tools: Tools): Promise<void> {
  const folder = await installFiles(tools);
  const config = join(folder, "prometheus.yml");
  writeFileSync(
    config,
    deployFile("prometheus/prometheus.yml", [
      ["localhost:8080", `127.0.0.1:${String(server.httpPort)}`],
      ["scrape_interval: 15s", "scrape_interval: 1s"],
    ]),
  );
  const address = `127.0.0.1:${String(await freePort())}`;
  const data = join(folder, "data");
  mkdirSync(data);
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=${address}`];
  const program = new Program("prometheus", spawn("prometheus", args, { env, stdio: ["ignore", "pipe", "pipe"] }));
  const ask = async (path: string): Promise<string> => (await fetch(`http://${address}${path}`)).text();
  try {
    const isUp = async (): Promise<boolean> =>
      (await ask(`/api/v1/query?query=up{job="${JOB}"}`).catch(() => "")).includes(',"1"]');
    await eventually(isUp, Boolean, START_MILLIS_MAX, () => `the platform is not scraped: ${program.complaint}`);
    const healthy = await ask("/api/v1/query?query=bridgehead_telemetry_store_healthy");
    assert.match(healthy, /,"1"\]/);
    const rules = await ask("/api/v1/rules?type=alert");
    for (const { alert } of RULES) assert.ok(rules.includes(`"name":"${alert}"`), `${alert} is a rule`);
  } finally {
    await program.stop();
  }
}
