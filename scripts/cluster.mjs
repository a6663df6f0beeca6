// `npm run cluster`: prepares the clone and what a cluster runs on, and starts one, or hands a command to the one that runs.
import { join } from "node:path";
import { fetchEngines } from "./engines.mjs";
import { fail, prepare, ROOT, runInForeground } from "./prepare.mjs";
import { installClusterPackages } from "./system-packages.mjs";
import { prepareWeb } from "./web.mjs";

const args = process.argv.slice(2);
const runtime = prepare();
// A word is a command for a cluster that runs, and so has all it needs.
const isStart = args.every((arg, index) => arg.startsWith("-") || args[index - 1]?.startsWith("--") === true);
if (isStart && !args.includes("--help")) {
  prepareWeb(runtime);
  const complaint = installClusterPackages() ?? fetchEngines();
  if (complaint !== undefined) fail(complaint);
}
// Whoever kills one of these ends the cluster: npm, which started this process, and this one, unless the cluster takes its place.
const npm = process.env.npm_lifecycle_event === undefined ? [] : [process.ppid];
process.env.CLUSTER_ENDS_WITH = [...npm, process.pid].join(",");
runInForeground(runtime, [join(ROOT, "tools/cluster/main.ts"), ...args]);
