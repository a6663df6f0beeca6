import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultFilesContract } from "../../../test/contracts/result-files.ts";
import { newId, type ReportRunId } from "../../core/ids.ts";
import { ResultFolder } from "./result-folder.ts";

let folder: string;
let results: ResultFolder;
const id = newId<ReportRunId>();
const { signal } = new AbortController();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-results-"));
  results = new ResultFolder(folder);
});
afterEach(() => rm(folder, { recursive: true }));

resultFilesContract("folder", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-results-"));
  return {
    results: new ResultFolder(join(scratch, "reports")),
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true }),
  };
});

test("AN §4.3: a file that is being written is listed without bytes, and stays when it is removed", async () => {
  async function* pieces(): AsyncGenerator<string> {
    yield "a,b\r\n";
    expect(await results.list()).toEqual([{ id, bytes: 0 }]);
    await results.remove(id);
    yield "1,2\r\n";
  }
  expect(await results.write(id, pieces(), 100, signal)).toBe(10);
  expect(await results.list()).toEqual([{ id, bytes: 10 }]);
  const file = await results.read(id);
  expect(file === undefined ? undefined : await text(file)).toBe("a,b\r\n1,2\r\n");
});

test("AN §4.3: what an earlier run of the platform has not finished is listed and removed, and files of others stay", async () => {
  await writeFile(join(folder, `${id}.part`), "a");
  await writeFile(join(folder, "notes.txt"), "of somebody");
  expect(await results.list()).toEqual([{ id, bytes: 0 }]);
  await results.remove(id);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

test("AN §4.3: a path that is no folder is named at the start and in each answer", async () => {
  const none = new ResultFolder(join(folder, "reports"));
  await writeFile(join(folder, "reports"), "a file");
  async function* pieces(): AsyncGenerator<string> {
    yield await Promise.resolve("a");
  }

  for (const attempt of [
    () => none.list(),
    () => none.read(id),
    () => none.remove(id),
    () => none.write(id, pieces(), 100, signal),
  ])
    await expect(attempt()).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(
        /folder "reports" of the data folder \(DATA_DIR\).*\((ENOTDIR|EEXIST)\)$/,
      ) as unknown,
    });
});
