import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageContentsContract } from "../../../test/contracts/package-contents.ts";
import { newId, type PackageId } from "../../core/ids.ts";
import { PackageFolder } from "./package-folder.ts";

const scratch = (): Promise<string> => mkdtemp(join(tmpdir(), "bridgehead-packages-"));

packageContentsContract("folder", async () => {
  const folder = await scratch();
  return {
    contents: new PackageFolder(join(folder, "packages")),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
});

test("REST §8: parts of files that an earlier run of the platform has not finished are removed", async () => {
  const folder = await scratch();
  await writeFile(join(folder, `${newId<PackageId>()}.part`), "a");
  await writeFile(join(folder, "notes.txt"), "of somebody");
  expect(await new PackageFolder(folder).list()).toEqual([]);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
  await rm(folder, { recursive: true });
});
