// What can be asked of a cluster that runs: how it is, and to do something to one of its engines.
import type { Cluster } from "./cluster.ts";
import type { ControlAnswer } from "./control.ts";
import { EngineError, type Engine } from "./engine.ts";

interface Verb {
  readonly does: string;
  readonly run: (engine: Engine) => Promise<void>;
  /** How the engine is afterwards. */
  readonly result: string;
}

export const VERBS: ReadonlyMap<string, Verb> = new Map([
  ["kill", { does: "ends it with all its processes at once (SIGKILL)", run: (e) => e.kill(), result: "was killed" }],
  ["stop", { does: "ends it as its operator would", run: (e) => e.stop(), result: "has stopped" }],
  [
    "freeze",
    { does: "holds its processes where they are (SIGSTOP)", run: async (e) => e.freeze(), result: "is frozen" },
  ],
  ["thaw", { does: "lets a frozen one go on (SIGCONT)", run: thaw, result: "goes on" }],
  ["start", { does: "starts one that was killed or stopped, on its data", run: (e) => e.start(), result: "is ready" }],
  ["wipe", { does: "removes the data of one that does not run", run: (e) => e.wipe(), result: "has no data any more" }],
]);

/** `words` as `status`, `settings`, or `kill node 2`. */
export async function runCommand(cluster: Cluster, [word = "", ...name]: readonly string[]): Promise<ControlAnswer> {
  if (word === "status") return { succeeded: true, text: statusOf(cluster) };
  if (word === "settings") return { succeeded: true, text: linesOf(cluster.nodeSettings) };
  const verb = VERBS.get(word);
  if (verb === undefined) return { succeeded: false, text: `there is no command "${word}"` };
  try {
    const engine = cluster.engine(name.join(" "));
    await verb.run(engine);
    return { succeeded: true, text: `${engine.name} ${verb.result}` };
  } catch (error) {
    if (error instanceof EngineError) return { succeeded: false, text: error.message };
    throw error;
  }
}

/** No value has a quote in it. */
function linesOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join("\n");
}

async function thaw(engine: Engine): Promise<void> {
  engine.thaw();
  await engine.ready();
}

function statusOf(cluster: Cluster): string {
  const seen = cluster.balancer.seen;
  const rows = cluster.engines.map(({ name, state, address }) => {
    const answer = state === "running" ? seen.get(name) : undefined;
    return [name, answer === undefined ? state : `${state}, ${answer}`, address];
  });
  const { addresses } = cluster.balancer;
  const all = [["balancer", addresses.length === 0 ? "starting" : "running", addresses.join(" ")], ...rows];
  return all
    .map(([name = "", state = "", address = ""]) => `${name.padEnd(9)} ${state.padEnd(18)} ${address}`)
    .join("\n");
}
