// What a data folder holds is for its owner alone, however it came to be there.
import { chmod, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { KillableServers } from "../support/killable-server.ts";

const servers = new KillableServers();
afterAll(() => servers.endAll());

async function modesIn(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true });
  const paths = [folder, ...entries.map((entry) => join(folder, entry))];
  return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).mode & 0o777] as const)));
}

/** Paths, with their modes, that others than the owner may read or change. */
async function openToOthers(folder: string): Promise<Map<string, number>> {
  const modes = await modesIn(folder);
  return new Map([...modes].filter(([, mode]) => (mode & 0o077) !== 0));
}

test.runIf(process.platform !== "win32")("files of the data folder are for their owner only", async () => {
  const folder = servers.folder();
  const first = await servers.start(folder);

  expect(await openToOthers(folder)).toEqual(new Map());

  await first.kill();
  for (const path of (await modesIn(folder)).keys())
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
  await mkdir(join(folder, "packages"), { recursive: true });
  await writeFile(join(folder, "packages", "left-by-a-copy"), "");
  const elsewhere = servers.folder();
  await chmod(elsewhere, 0o755);
  await symlink(elsewhere, join(folder, "link"));
  await servers.start(folder);

  expect(await openToOthers(folder)).toEqual(new Map([[join(folder, "link"), 0o755]]));
});
