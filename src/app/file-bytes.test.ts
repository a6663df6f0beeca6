import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileBytes } from "./file-bytes.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-bytes-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("files and the files of a folder count, missing ones do not", async () => {
  await writeFile(join(folder, "file"), "abc");
  await mkdir(join(folder, "log"));
  await writeFile(join(folder, "log/1"), "ab");
  await writeFile(join(folder, "log/2"), "abcd");

  expect(await fileBytes(folder, ["file", "log", "missing"])).toBe(9);
});

test("what is below the files of a folder, or behind a link, does not count", async () => {
  await mkdir(join(folder, "log/deep"), { recursive: true });
  await writeFile(join(folder, "log/1"), "ab");
  await writeFile(join(folder, "log/deep/2"), "abcd");
  await symlink("..", join(folder, "log/up"));

  expect(await fileBytes(folder, ["log"])).toBe(2);
});
