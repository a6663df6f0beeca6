// Minds the exceptions of `one-process.ts`, in the project of vitest where the platform is three nodes.
import { basename, dirname } from "node:path";
import { afterEach, beforeEach, type TestContext } from "vitest";
import { byConnection, toFirstNode } from "./nodes.ts";
import { BY_CONNECTION, ONE_NODE, ONE_PROCESS, type Exception } from "./one-process.ts";

beforeEach(({ task, skip }) => {
  const found = exceptionOf(ONE_PROCESS, task);
  if (found !== undefined) skip(found.because);
  byConnection(exceptionOf(BY_CONNECTION, task) !== undefined);
  toFirstNode(exceptionOf(ONE_NODE, task) !== undefined);
});

// The next file may start a platform before its tests.
afterEach(() => byConnection(false));

function exceptionOf(exceptions: readonly Exception[], { file, name }: TestContext["task"]): Exception | undefined {
  return exceptions.find((each) => isOf(each, file.filepath) && isMeant(each, name));
}

function isOf({ file }: Exception, path: string): boolean {
  const name = basename(path, ".test.ts");
  const folder = basename(dirname(path));
  return file === (folder === "conformance" ? name : `${folder}/${name}`);
}

function isMeant({ tests }: Exception, name: string): boolean {
  return tests === undefined || tests.some((start) => name.startsWith(start));
}
