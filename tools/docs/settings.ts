// Brings docs/settings.md up to date: `node scripts/run.mjs tools/docs/settings.ts`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../../src/app/config.ts";
import { settingsPage } from "./settings-page.ts";

writeFileSync(join(import.meta.dirname, "../../docs/settings.md"), settingsPage(settings));
