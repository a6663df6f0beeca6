// `npm run cluster`: a cluster on this machine, to try and to break; and the commands that do so while it runs.
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { systemClock } from "../../src/lib/clock.ts";
import { portOrFreeOne } from "../demo/free-port.ts";
import { stopSignal } from "../simulator/live-summary.ts";
import { runCommand, VERBS } from "./cluster-commands.ts";
import { Cluster, type ClusterOptions } from "./cluster.ts";
import { ControlServer, sendCommand } from "./control.ts";
import { freePorts } from "./free-ports.ts";
import { isAlive } from "./process-tree.ts";

const HOST = "127.0.0.1";
const NODES_MAX = 20;
const DEFAULT_FOLDER = join(import.meta.dirname, "../../cluster-data");
/** Processes that started this one, as scripts/cluster.mjs names them: it ends with them. */
const ENDS_WITH = "CLUSTER_ENDS_WITH";
const PARENT_PERIOD_MILLIS = 500;

interface Given {
  readonly folder: string;
  readonly nodes: number;
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly mqttsPort: number;
}

async function run(given: Given): Promise<number> {
  const stopped = AbortSignal.any([stopSignal(systemClock), parentsGone()]);
  await using stack = new AsyncDisposableStack();
  const folder = resolve(given.folder);
  const made = Promise.withResolvers<Cluster>();
  const control = new ControlServer(folder, async (words) => runCommand(await made.promise, words));
  await control.start();
  stack.defer(() => control.stop());
  const cluster = await Cluster.in({ ...(await optionsOf(given)), folder }, { clock: systemClock, say });
  made.resolve(cluster);
  stack.defer(() => cluster.stop());
  const hasEnded = new Promise<void>((done) => stopped.addEventListener("abort", () => done()));
  await Promise.race([cluster.start(), hasEnded]);
  if (stopped.aborted) return 0;
  for (const node of cluster.nodes) for (const notice of node.notices) say(`${node.name}: ${notice}`);
  say(
    `Try "npm run cluster -- kill node 2", "status", "start node 2"; Ctrl+C stops everything. Data and logs: ${folder}`,
  );
  const { http, mqtt, mqtts } = cluster.balancer;
  say(`bridgehead cluster ready http=${http} mqtt=${mqtt}${mqtts === undefined ? "" : ` mqtts=${mqtts}`}`);
  await hasEnded;
  return 0;
}

async function optionsOf(given: Given): Promise<Omit<ClusterOptions, "folder">> {
  const { [ENDS_WITH]: _, ...environment } = process.env;
  if (environment["TLS_AUTO"] !== undefined)
    throw new Error("each node would make a certificate of its own: leave out TLS_AUTO");
  const hasTls = environment["MQTT_TLS_CERT_FILE"] !== undefined;
  return {
    nodes: given.nodes,
    httpPort: await portFor(given.httpPort),
    mqttPort: await portFor(given.mqttPort),
    mqttsPort: hasTls ? await portFor(given.mqttsPort) : undefined,
    environment,
  };
}

/** The one asked for, or a free one. */
async function portFor(port: number): Promise<number> {
  const [free = 0] = (await portOrFreeOne(port, HOST)) === 0 ? await freePorts(1) : [port];
  return free;
}

/** Aborted when a process has ended that this one is a part of: whoever kills npm does not know of it. */
function parentsGone(): AbortSignal {
  const gone = new AbortController();
  const parents = (process.env[ENDS_WITH] ?? "").split(",").map(Number);
  const others = parents.filter((pid) => pid > 0 && pid !== process.pid);
  const timer = systemClock.every(PARENT_PERIOD_MILLIS, () => {
    if (others.every(isAlive)) return;
    timer.cancel();
    gone.abort();
  });
  return gone.signal;
}

async function control(words: readonly string[], folder: string): Promise<number> {
  const answer = await sendCommand(resolve(folder), words);
  if (answer === undefined) throw new Error(`no cluster runs in ${resolve(folder)}; npm run cluster starts one`);
  if (!answer.succeeded) throw new Error(answer.text);
  say(answer.text);
  return 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function numberOf(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new InvalidArgumentError(`It must be a whole number from ${String(min)} to ${String(max)}.`);
  return value;
}

/** Resolves with the exit code. */
async function main(): Promise<number> {
  let code = 0;
  const port = (text: string): number => numberOf(text, 0, 65_535);
  const program = new Command("npm run cluster --")
    .description(
      "A cluster on this machine: PostgreSQL, three NATS servers, a bucket server and nodes behind a balancer.",
    )
    .option("--folder <path>", "where its data and logs are", DEFAULT_FOLDER)
    .option("--nodes <number>", "nodes", (text) => numberOf(text, 0, NODES_MAX), 3)
    .option("--http-port <number>", "port of the balancer for HTTP; a free one if it is taken", port, 8080)
    .option("--mqtt-port <number>", "port of the balancer for MQTT; a free one if it is taken", port, 1883)
    .option("--mqtts-port <number>", "the same for MQTT over TLS, with MQTT_TLS_CERT_FILE", port, 8883)
    .showHelpAfterError("npm run cluster -- --help lists the commands.")
    .action(async (given: Given) => {
      code = await run(given);
    });
  const folderOf = (command: Command): string => command.optsWithGlobals<Given>().folder;
  program
    .command("status")
    .description("how each part of the running cluster is")
    .action(async (_: unknown, command: Command) => {
      code = await control(["status"], folderOf(command));
    });
  program
    .command("settings")
    .description("the settings of its nodes, as lines for a shell")
    .action(async (_: unknown, command: Command) => {
      code = await control(["settings"], folderOf(command));
    });
  for (const [name, { does }] of VERBS)
    program
      .command(`${name} <name...>`)
      .description(`${does}: postgres, nats 1, bucket, node 2`)
      .action(async (words: readonly string[], _: unknown, command: Command) => {
        code = await control([name, ...words], folderOf(command));
      });
  await program.parseAsync();
  return code;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
