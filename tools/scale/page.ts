// docs/cluster-scale.md: what is written by hand stands in front of this line, what the simulation prints behind it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "./dimension.ts";
import { costTable, report } from "./tables.ts";
import type { Measured } from "./unit-costs.ts";

export const PAGE_FILE = join(import.meta.dirname, "../../docs/cluster-scale.md");
const MARK = "<!-- the simulation: tools/scale writes what follows -->";

export function pageOf({ date, machine, costs }: Measured, models: readonly Model[]): string {
  const [written = ""] = readFileSync(PAGE_FILE, "utf8").split(MARK);
  return `${written}${MARK}

${report(models)}

### Unit costs

${machine}; ${date}.

${costTable(costs)}
`;
}
