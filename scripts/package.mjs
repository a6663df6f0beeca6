// `npm run package`: prepares the clone and the web interface, and makes the npm package of the platform in `dist/`.
import { join } from "node:path";
import { prepare, ROOT, runInForeground } from "./prepare.mjs";
import { prepareWeb } from "./web.mjs";

const runtime = prepare();
prepareWeb(runtime);
runInForeground(runtime, ["--disable-warning=ExperimentalWarning", join(ROOT, "tools/package/main.ts")]);
