// An upgrade on a file system that copies by reference, where the snapshot takes no room until the originals change, and on others.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callCommand } from "../support/command-call.ts";
import { unpackFormerFolder } from "../support/former-folder.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const FORMER = "0.1.0";
const SNAPSHOT = `upgrade-from-${FORMER}`;
const TELEMETRY = "telemetry.duckdb";
/** The least that XFS takes, of which it uses little. */
const DISK_BYTES = 320 * 2 ** 20;
const TELEMETRY_BYTES = 2 ** 30;

/** XFS copies by reference. Only root may mount it, and not in every container. */
const disk = await mountedDisk();
const folder = disk?.mount ?? (await scratchFolder());

afterAll(async () => {
  if (disk !== undefined) execFileSync("umount", [disk.mount]);
  await rm(disk?.folder ?? folder, { recursive: true });
});

async function mountedDisk(): Promise<{ readonly folder: string; readonly mount: string } | undefined> {
  const folder = await scratchFolder();
  const [image, mount] = [join(folder, "image"), join(folder, "mount")];
  try {
    await writeFile(image, "");
    await truncate(image, DISK_BYTES);
    await mkdir(mount);
    execFileSync("mkfs.xfs", ["-q", image], { stdio: "ignore" });
    execFileSync("mount", ["-o", "loop", image, mount], { stdio: "ignore" });
    return { folder, mount };
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
}

function copiesByReference(file: string): boolean {
  return spawnSync("cp", ["--reflink=always", file, `${file}-copy`], { stdio: "ignore" }).status === 0;
}

test("an upgrade asks for the room that its snapshot takes: little where files are copied by reference", async () => {
  const probe = join(folder, "probe");
  await writeFile(probe, "probe");
  const takesLittle = copiesByReference(probe);
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  await unpackFormerFolder(FORMER, dataDir);
  // Takes no room itself.
  await truncate(join(dataDir, TELEMETRY), TELEMETRY_BYTES);

  const looked = await callCommand(["upgrade", "--check"], { dataDir });
  const seen = await readdir(dataDir);

  expect(looked).toMatch(takesLittle ? /it takes 2 MiB of the disk, 1 MiB of them/ : /it takes 1026 MiB of the disk/);
  expect(seen.filter((name) => name.startsWith("upgrade-from-"))).toEqual([]);
  if (!takesLittle) return;
  await callCommand(["upgrade"], { dataDir });
  expect((await stat(join(dataDir, SNAPSHOT, TELEMETRY))).size).toBe(TELEMETRY_BYTES);
  expect(await callCommand(["upgrade", "--rollback"], { dataDir })).toMatch(/is as version 0\.1\.0 left it/);
});
