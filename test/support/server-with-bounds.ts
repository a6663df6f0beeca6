// The platform's entry for tests that reach bounds quickly: as src/main.ts, with the bounds that BOUNDS holds as JSON.
import type { GivenBounds } from "../../src/app/config.ts";
import { runProcess } from "../../src/app/run-process.ts";

const { BOUNDS = "{}", ...environment } = process.env;
process.exit(await runProcess(process.argv.slice(2), environment, JSON.parse(BOUNDS) as GivenBounds));
