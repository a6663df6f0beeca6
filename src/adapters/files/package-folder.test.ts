import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageContentsContract } from "../../../test/contracts/package-contents.ts";
import { newId, type ContentId } from "../../core/ids.ts";
import { PackageFolder } from "./package-folder.ts";

const scratch = (): Promise<string> => mkdtemp(join(tmpdir(), "bridgehead-packages-"));

packageContentsContract("folder", async () => {
  const folder = await scratch();
  return {
    contents: new PackageFolder(join(folder, "packages")),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
});

test("REST §8: parts of files that an earlier run of the platform has not finished are listed and removed", async () => {
  const folder = await scratch();
  const id = newId<ContentId>();
  await writeFile(join(folder, `${id}.part`), "a");
  await writeFile(join(folder, "notes.txt"), "of somebody");
  const contents = new PackageFolder(folder);
  expect(await contents.list()).toEqual([id]);
  await contents.remove(id);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
  await rm(folder, { recursive: true });
});
