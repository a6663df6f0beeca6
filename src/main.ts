// Process entry.
import { runProcess } from "./app/run-process.ts";

process.exit(await runProcess(process.argv.slice(2), process.env));
