// A damaged block of the history that the platform comes upon while it runs.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "../../src/app/platform.ts";
import { endOfCommand } from "../support/command-call.ts";
import { SYS_ADMIN } from "../support/platform.ts";
import { member, RestClient } from "../support/rest-client.ts";
import { blocksIn, CrashedFolders, damageBlock, pointsOf, TELEMETRY, use } from "./crashed-folder.ts";

let folders: CrashedFolders;
let file: Buffer;
/** A folder whose damage a start does not notice. */
let damaged: string;
beforeAll(async () => {
  folders = await CrashedFolders.make({ checkpointed: 3, logged: 1, readings: 2_500 });
  file = await readFile(join(folders.parent, "crashed", TELEMETRY));
});
afterAll(() => folders.remove());

async function withDamaged(block: number): Promise<string> {
  const folder = await folders.copy();
  const bytes = Buffer.from(file);
  damageBlock(bytes, block);
  await writeFile(join(folder, TELEMETRY), bytes);
  return folder;
}

interface Seen {
  readonly reads: string;
  readonly metric: string | undefined;
  readonly findings: readonly unknown[];
}

async function seenBy(platform: Platform): Promise<Seen> {
  const reads = await pointsOf(platform).then(() => "answered", String);
  const metrics = await new RestClient(platform.http).getText("/metrics");
  const admin = await new RestClient(platform.http).login(SYS_ADMIN.email, SYS_ADMIN.password);
  const findings = member(await admin.get("/api/system/posture"), "findings") as readonly unknown[];
  return {
    reads,
    metric: /^bridgehead_telemetry_damaged (\d)$/m.exec(metrics)?.[1],
    findings: findings.filter((finding) => member(finding, "kind") === "history-damaged"),
  };
}

test("a read that needs it is refused and says why, the operator is told, and all else goes on", async () => {
  expect(await use(await folders.copy(), seenBy)).toEqual({ reads: "answered", metric: "0", findings: [] });

  const met: Seen[] = [];
  for (let block = 0; block < blocksIn(file) && met.length === 0; block++) {
    // A start that needs the block refuses to begin.
    const seen = await use((damaged = await withDamaged(block)), seenBy).catch(() => undefined);
    if (seen !== undefined && seen.reads !== "answered") met.push(seen);
  }

  expect(met).toEqual([
    {
      reads: expect.stringMatching(/500.*a part of the history that this reads is damaged/) as unknown,
      metric: "1",
      findings: [expect.objectContaining({ severity: "critical", found: expect.stringMatching(/block at location/) })],
    },
  ]);
});

test("a backup of it has the damage too, which its verification says, with what to do", async () => {
  const to = `${damaged}-backups`;
  const environment = { DATA_DIR: damaged, BACKUP_PASSPHRASE: "the passphrase of a test" };
  expect((await endOfCommand(["backup", to], environment)).error).toBe("");
  expect((await endOfCommand(["verify", to], environment)).error).toMatch(
    /telemetry\.duckdb was damaged when the backup was made: repair the data folder, or restore an older backup \(.* block at location/,
  );
});
