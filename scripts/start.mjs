// `npm start`: prepares the clone and runs the platform until it is stopped. Arguments go to the platform.
import { join } from "node:path";
import { prepare, ROOT, runInForeground } from "./prepare.mjs";

runInForeground(prepare(), [join(ROOT, "src/main.ts"), ...process.argv.slice(2)]);
