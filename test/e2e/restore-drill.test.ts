// Backup, verification, restore and the drill of docs/operations.md, typed as they are printed, with folders, ports and passwords of the test.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { patternOf, sectionOf, stepsOf, type DocumentStep } from "../support/document-walk.ts";
import { KillableServers, TENANT_ADMIN } from "../support/killable-server.ts";
import { runtimeEnvironment } from "../support/server-process.ts";
import { ShellSession } from "../support/shell-session.ts";

const ROOT = join(import.meta.dirname, "../..");
const OPERATIONS = readFileSync(join(ROOT, "docs/operations.md"), "utf8");

const servers = new KillableServers();
let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "bridgehead-drill-"));
});
afterEach(async () => {
  await servers.endAll();
  await rm(scratch, { recursive: true, force: true });
});

test("the drill shows in a restored folder what the platform in service has", async () => {
  const folder = servers.folder();
  const server = await servers.start(folder);
  const tenant = await server.tenant(() => 1);
  const { id } = await tenant.createDevice({ name: "Boiler" });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: 1, values: { temperature: 21 } });

  const shell = new ShellSession({
    preamble: `cd '${ROOT}'`,
    // What npm says of itself is not what the page shows.
    environment: {
      ...runtimeEnvironment(),
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: folder,
      npm_config_loglevel: "silent",
    },
  });
  try {
    const sections = ["Backup", "Verify", "Restore"].map((heading) => stepsOf(sectionOf(OPERATIONS, heading)));
    // Where a section shows further ways, as to a bucket, no answer follows.
    for (const step of sections.flat().filter(({ answer }) => answer !== undefined)) await type(shell, step);

    const drill = stepsOf(sectionOf(OPERATIONS, "Restore drill"));
    const start = drill.findIndex(({ commands }) => commands.includes("npm start"));
    for (const step of drill.slice(0, start)) await type(shell, step);
    const { commands } = drill[start] ?? { commands: "" };
    // A settings file would be read from the working folder, and the copy would make backups to where the platform makes them.
    expect(commands).toBe(
      "BACKUP_TO= DATA_DIR=/var/lib/bridgehead-drill HTTP_PORT=8081 MQTT_PORT=1884 npm start -- --config /dev/null\n",
    );
    const restored = await servers.start(here("/var/lib/bridgehead-drill"), { BACKUP_TO: "" });
    for (const step of drill.slice(start + 1)) await type(shell, step, restored.http);
    expect(shell.complaints).toBe("");
  } finally {
    await shell.close();
  }
});

/** The plant of the page has more in it than the platform of the test, and its backups are of another day. */
async function type(shell: ShellSession, { commands, answer = "" }: DocumentStep, http = ""): Promise<void> {
  shell.type(here(commands).replaceAll("http://localhost:8081", http));
  const expected = here(answer)
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "…")
    .replaceAll(/[\d.]+ (MiB|s\b)/g, "…")
    .replace(/in \d+ pieces/, "in … pieces")
    .replace("412", "1")
    .replace("96310552", "1");
  expect(await shell.answer()).toMatch(patternOf(expected));
}

function here(text: string): string {
  return text
    .replaceAll("/mnt/backups/plant-7", join(scratch, "backups"))
    .replaceAll("/var/lib/", `${scratch}/`)
    .replaceAll("tenant@bridgehead.local", TENANT_ADMIN.email)
    .replaceAll("correct-horse", TENANT_ADMIN.password);
}
