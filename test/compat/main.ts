// Clients that others have written, unchanged, against the platform as a process of its own, and the files of `deploy/` with the programs
// that they are for: `npm run compat`, or with the names of some of them. Prints what each showed, and ends with exit code 1 where one did not.
import { installSystemPackages } from "../../scripts/system-packages.mjs";
import { messageOf } from "./message-of.ts";
import { CLIENTS } from "./clients/clients.ts";
import type { CompatClient, InstalledClient, Scenario } from "./compat-client.ts";
import { CompatServer } from "./compat-server.ts";
import { Tools } from "./tools.ts";

interface Row {
  readonly client: string;
  readonly scenario: string;
  readonly result: string;
  readonly isGood: boolean;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function shown(server: CompatServer, client: string, scenario: Scenario): Promise<Row> {
  const startedAt = performance.now();
  try {
    await scenario.run(server);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    return { client, scenario: scenario.name, result: `ok, ${seconds} s`, isGood: true };
  } catch (error) {
    return { client, scenario: scenario.name, result: `FAILED: ${messageOf(error)}`, isGood: false };
  }
}

/** Each client has a platform of its own: what one leaves behind is no other's business. */
async function rowsOf({ name, install }: CompatClient, tools: Tools): Promise<readonly Row[]> {
  let client: InstalledClient;
  try {
    client = await install(tools);
  } catch (error) {
    return [{ client: name, scenario: "installation", result: `NOT RUN: ${messageOf(error)}`, isGood: false }];
  }
  const rows: Row[] = [];
  const server = await CompatServer.start();
  try {
    for (const scenario of client.scenarios) {
      const row = await shown(server, `${name} ${client.version}`, scenario);
      say(`${row.client}: ${row.scenario}: ${row.result}`);
      rows.push(row);
    }
  } finally {
    await server.stop();
  }
  return rows;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CLIENTS.some((client) => client.name === name));
if (unknown.length > 0) {
  say(`there is no client ${unknown.join(", ")}; there are ${CLIENTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const chosen = CLIENTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const complaint = installSystemPackages(chosen.flatMap(({ programs = [] }) => programs));
if (complaint !== undefined) say(complaint);
const tools = new Tools();
const rows: Row[] = [];
for (const client of chosen) rows.push(...(await rowsOf(client, tools)));

say("\n| Client | Scenario | Result |\n|---|---|---|");
for (const { client, scenario, result } of rows)
  say(`| ${client} | ${scenario} | ${result.replaceAll("|", "\\|").replaceAll("\n", " ")} |`);
const failed = rows.filter(({ isGood }) => !isGood);
say(`\n${String(rows.length - failed.length)} of ${String(rows.length)} as they should be`);
process.exitCode = failed.length === 0 ? 0 : 1;
