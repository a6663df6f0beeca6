import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BLOCK_BYTES, BlockFile, digestOfHead, isWholeBlock } from "./block-file.ts";

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "bridgehead-blocks-"))));
afterEach(() => rm(folder, { recursive: true }));

/** A file that the engine has made. */
async function engineFile(options = ""): Promise<string> {
  const path = join(folder, "points.duckdb");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`ATTACH '${path}' AS file (ROW_GROUP_SIZE 61440 ${options})`);
  await connection.run("CREATE TABLE file.points AS SELECT range AS ts, random() AS num FROM range(300000)");
  await connection.run("CHECKPOINT file");
  connection.closeSync();
  instance.closeSync();
  return path;
}

test("every block of a file that the engine has written is whole, and none in which a bit has changed", async () => {
  const file = await BlockFile.open(await engineFile());
  const count = await file.blockCount();
  expect(count).toBeGreaterThan(8);
  for (let number = 0; number < count; number++) {
    const block = await file.block(number);
    expect(block).toHaveLength(BLOCK_BYTES);
    expect(isWholeBlock(block)).toBe(true);
    expect(digestOfHead(block)).toBe(digestOfHead(await file.firstPage(number)));
    const at = (number * 40_009) % BLOCK_BYTES;
    block[at] = (block[at] ?? 0) ^ 1;
    expect(isWholeBlock(block)).toBe(false);
  }
  await file.close();
});

test("a file with blocks of another size is not taken apart", async () => {
  await expect(BlockFile.open(await engineFile(", BLOCK_SIZE 16384"))).rejects.toThrow(/has blocks of 16384 bytes/);
});
