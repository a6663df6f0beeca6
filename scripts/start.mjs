// `npm start`: prepares the clone and runs the platform until it is stopped. Arguments go to the platform.
// package.json runs it by `exec`: a shell left between npm and this process would keep npm's signals to itself.
import { join } from "node:path";
import { prepareToRun, ROOT, runInForeground } from "./prepare.mjs";
import { prepareWeb } from "./web.mjs";

const runtime = prepareToRun();
prepareWeb(runtime);
runInForeground(runtime, [join(ROOT, "src/main.ts"), ...process.argv.slice(2)]);
