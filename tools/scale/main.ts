// The simulation of a large cluster as a program: what thirty nodes and ten million devices come to, what breaks first, and what to
// change then. With `--measure`, it first measures its unit costs on this machine, and keeps them in measured.json; with `--page`, it
// writes docs/cluster-scale.md again from what it has.
//   node scripts/run.mjs tools/scale/main.ts [--measure] [--page]
import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { configOf } from "../../src/app/config.ts";
import { measureAll } from "./measure/measure-all.ts";
import { PAGE_FILE, pageOf } from "./page.ts";
import { PLANTS } from "./plant.ts";
import { costTable, report } from "./tables.ts";
import { MEASURED_FILE, recordedCosts } from "./unit-costs.ts";

const program = new Command("scale")
  .option("--measure", "measures the unit costs again, for some minutes")
  .option("--page", "writes docs/cluster-scale.md")
  .parse();
const { measure, page } = program.opts<{ readonly measure?: true; readonly page?: true }>();
if (measure === true)
  writeFileSync(MEASURED_FILE, `${JSON.stringify(await measureAll((line) => console.log(line)), undefined, 2)}\n`);
const measured = recordedCosts();
const models = PLANTS.map((plant) => ({ plant, config: configOf({}), costs: measured.costs }));
if (page === true) writeFileSync(PAGE_FILE, pageOf(measured, models));
console.log(`${costTable(measured.costs)}\n\n${report(models)}`);
