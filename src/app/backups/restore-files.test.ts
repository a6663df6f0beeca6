import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import { makeFolders } from "../../lib/make-folders.ts";
import { restoreInto } from "./restore-files.ts";

test.runIf(process.platform === "linux")(
  "a folder on a file system that makes none is refused, instead of being tried for ever",
  async () => {
    await expect(restoreInto("/proc/bridgehead", {} as never)).rejects.toThrow("mkdir '/proc/bridgehead.partial'");
  },
);

test("a second restore into the same folder is refused while the first one runs, and what a killed one has left goes", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-restore-"));
  onTestFinished(() => rm(scratch, { recursive: true }));
  const folder = join(scratch, "restored");
  const partial = `${folder}.partial`;
  makeFolders(partial);
  await writeFile(join(partial, "left"), "");
  const asked = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<undefined>();
  const place: Pick<BackupPlace, "name" | "get"> = {
    name: "somewhere",
    get: () => {
      asked.resolve(undefined);
      return answer.promise;
    },
  };
  const manifest = { files: [{ path: "words", bytes: 1, lists: ["a list"] }] };
  const backup = { place, restorable: { manifest, changes: [], moment: 0 } } as never;

  const first = restoreInto(folder, backup);
  await asked.promise;
  await expect(restoreInto(folder, backup)).rejects.toThrow(`another restore into ${folder} is running`);
  expect(await readdir(partial)).toEqual(["lock.db"]);

  answer.resolve(undefined);
  await expect(first).rejects.toThrow("missing in somewhere");
  expect(await readdir(scratch)).toEqual([]);
});
