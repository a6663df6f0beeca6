// Prepares the clone, the web interface and a browser, and runs one TypeScript file that looks at the interface in it:
// `node scripts/browse.mjs tools/screenshots/main.ts [arguments]`.
import { resolve } from "node:path";
import { fail, prepare, ROOT, runInForeground } from "./prepare.mjs";
import { installSystemPackages } from "./system-packages.mjs";
import { prepareWeb } from "./web.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail("usage: node scripts/browse.mjs FILE [arguments]");
const runtime = prepare();
prepareWeb(runtime);
const complaint = installSystemPackages();
if (complaint !== undefined) console.error(complaint);
runInForeground(runtime, [resolve(ROOT, file), ...args]);
