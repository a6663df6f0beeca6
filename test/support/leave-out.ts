// Leaves out the tests of `one-process.ts`, in the project of vitest where the platform is three nodes.
import { basename, dirname } from "node:path";
import { beforeEach } from "vitest";
import { ONE_PROCESS, type LeftOut } from "./one-process.ts";

beforeEach(({ task, skip }) => {
  const found = ONE_PROCESS.find((each) => isOf(each, task.file.filepath) && isMeant(each, task.name));
  if (found !== undefined) skip(found.because);
});

function isOf({ file }: LeftOut, path: string): boolean {
  const name = basename(path, ".test.ts");
  const folder = basename(dirname(path));
  return file === (folder === "conformance" ? name : `${folder}/${name}`);
}

function isMeant({ tests }: LeftOut, name: string): boolean {
  return tests === undefined || tests.some((start) => name.startsWith(start));
}
