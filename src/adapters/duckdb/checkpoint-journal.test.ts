import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CheckpointJournal, isLogMissing } from "./checkpoint-journal.ts";

const BLOCK_BYTES = 4_096;
const HEADERS_BYTES = 3 * 4_096;
/** Front, headers, and one block with its place; the note comes behind it. */
const JOURNAL_BYTES = 12 + HEADERS_BYTES + 8 + BLOCK_BYTES;

let folder: string;
let file: string;
let journal: CheckpointJournal;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-test-"));
  file = join(folder, "telemetry.duckdb");
  await checkpointed(1);
  journal = new CheckpointJournal(file);
});
afterEach(() => rm(folder, { recursive: true }));

/** The engine's file after a checkpoint, which changes its headers. */
const checkpointed = (number: number): Promise<void> =>
  writeFile(file, Buffer.alloc(HEADERS_BYTES + BLOCK_BYTES, number));

const journalBytes = (): Promise<Buffer> => readFile(`${file}.journal`);

test.each([[[]], [[0]]])("a log that was noted is missed where blocks %j are kept", async (blocks) => {
  await journal.keep(blocks, BLOCK_BYTES);
  expect(await isLogMissing(file)).toBe(false);

  await journal.noteLog();
  expect(await isLogMissing(file)).toBe(true);

  await writeFile(`${file}.wal`, "");
  expect(await isLogMissing(file)).toBe(false);
});

test("a log that a checkpoint has folded into the file is not missed", async () => {
  await journal.keep([0], BLOCK_BYTES);
  await journal.noteLog();
  await checkpointed(2);

  expect(await isLogMissing(file)).toBe(false);
});

test("the note of an earlier journal, left behind a later one, counts for nothing", async () => {
  await journal.keep([0], BLOCK_BYTES);
  await journal.noteLog();
  const note = (await journalBytes()).subarray(JOURNAL_BYTES);
  await checkpointed(2);
  await journal.keep([0], BLOCK_BYTES);
  // As a loss of power may leave it, where the end of the later one was not written.
  await writeFile(`${file}.journal`, Buffer.concat([(await journalBytes()).subarray(0, JOURNAL_BYTES), note]));

  expect(await isLogMissing(file)).toBe(false);
});
