#!/usr/bin/env node
// The command `bridgehead` of the published package: runs the platform in the place of this process. Arguments go to it.
import { join } from "node:path";
import { fail, NODE_MAJOR_MIN, ownRuntime, ROOT, runInForeground, runtimePackage } from "./runtime.mjs";

const runtime = ownRuntime();
if (runtime === undefined)
  fail(
    `Bridgehead needs Node ${String(NODE_MAJOR_MIN)} or newer, and this is Node ${process.versions.node}. Install it from ` +
      `https://nodejs.org, or run it with one from npm: npx -p ${runtimePackage().name}@${String(NODE_MAJOR_MIN)} node ${join(ROOT, "scripts/bridgehead.mjs")}`,
  );
runInForeground(runtime, [join(ROOT, "src/main.js"), ...process.argv.slice(2)]);
