// `npm run demo`: prepares the clone and runs the platform with a demo tenant and a simulated gateway. Arguments go to it.
import { join } from "node:path";
import { prepare, ROOT, runInForeground } from "./prepare.mjs";
import { prepareWeb } from "./web.mjs";

const runtime = prepare();
prepareWeb(runtime);
runInForeground(runtime, [join(ROOT, "tools/demo/main.ts"), ...process.argv.slice(2)]);
