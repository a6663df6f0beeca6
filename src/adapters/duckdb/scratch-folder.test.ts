import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyScratchFolder } from "./scratch-folder.ts";

let base: string;
let scratch: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "bridgehead-scratch-"));
  scratch = join(base, "scratch");
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

test("the folder is made where there is none", async () => {
  await emptyScratchFolder(scratch);
  expect(readdirSync(scratch)).toEqual([]);
});

test("what a crash has left is removed, and what is of others stays, as lost+found of a disk of its own", async () => {
  mkdirSync(scratch);
  for (const name of ["spill", "export-a1B2c3", "report-a1B2c3", "lost+found"]) {
    mkdirSync(join(scratch, name));
    writeFileSync(join(scratch, name, "file"), "");
  }
  await emptyScratchFolder(scratch);
  expect(readdirSync(scratch)).toEqual(["lost+found"]);
});

test("a link to a folder elsewhere stays one", async () => {
  const elsewhere = join(base, "elsewhere");
  mkdirSync(join(elsewhere, "spill"), { recursive: true });
  symlinkSync(elsewhere, scratch);
  await emptyScratchFolder(scratch);
  expect(lstatSync(scratch).isSymbolicLink()).toBe(true);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test.each([
  ["a file", () => writeFileSync(scratch, "x"), /EEXIST/],
  ["a link to nowhere", () => symlinkSync(join(base, "none/at/all"), scratch), /ENOENT|EEXIST/],
])("%s in its place is named", async (_name, make, code) => {
  make();
  await expect(emptyScratchFolder(scratch)).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringMatching(code) as unknown,
  });
  await expect(emptyScratchFolder(scratch)).rejects.toThrow(
    `the folder ${scratch} in the data folder (DATA_DIR) cannot be used`,
  );
  expect(existsSync(join(base, "none"))).toBe(false);
});
