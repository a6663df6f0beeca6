// Prepares the clone and runs one TypeScript file of it: `node scripts/run.mjs tools/docs/settings.ts [arguments]`.
import { resolve } from "node:path";
import { fail, prepare, ROOT, runInForeground } from "./prepare.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail("usage: node scripts/run.mjs FILE [arguments]");
runInForeground(prepare(), [resolve(ROOT, file), ...args]);
