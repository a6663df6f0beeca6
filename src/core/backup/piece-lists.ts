// The pieces of a file, in order. The list of a large file is long and mostly equal to that of the previous backup, so
// it is split too, and its parts are pieces themselves.
import type { BackupPlace } from "./backup-place.ts";
import { DamagedBackup, readPiece, type PieceId, type PieceWriter } from "./pieces.ts";

export interface ListedPiece {
  readonly id: PieceId;
  /**
   * For a block of the telemetry file: a digest of its first page, by which unchanged blocks are recognized; otherwise
   * empty.
   */
  readonly head: string;
}

/** Digits of the digest of a first page. */
const HEAD_DIGITS = 32;

const ID_BYTES = 32;
const ENTRY_BYTES = ID_BYTES + HEAD_DIGITS / 2;
/** Covers 256 MiB of a file. */
const ENTRIES_PER_LIST = 1024;

export async function addLists(writer: PieceWriter, pieces: readonly ListedPiece[]): Promise<readonly PieceId[]> {
  const lists: PieceId[] = [];
  for (let start = 0; start < pieces.length; start += ENTRIES_PER_LIST)
    lists.push(await writer.add(encode(pieces.slice(start, start + ENTRIES_PER_LIST))));
  return lists;
}

export async function readLists(
  place: BackupPlace,
  lists: readonly PieceId[],
  file: string,
): Promise<readonly ListedPiece[]> {
  const pieces: ListedPiece[] = [];
  for (const list of lists) {
    const content = Buffer.from(await readPiece(place, list, `the list of pieces of ${file}`));
    if (content.length % ENTRY_BYTES !== 0) throw new DamagedBackup(`the list of pieces of ${file} is no list`);
    for (let at = 0; at < content.length; at += ENTRY_BYTES) {
      const head = content.toString("hex", at + ID_BYTES, at + ENTRY_BYTES);
      pieces.push({ id: content.toString("hex", at, at + ID_BYTES), head: head === NO_HEAD ? "" : head });
    }
  }
  return pieces;
}

const NO_HEAD = "0".repeat(HEAD_DIGITS);

function encode(pieces: readonly ListedPiece[]): Buffer {
  return Buffer.from(pieces.map(({ id, head }) => id + (head === "" ? NO_HEAD : head)).join(""), "hex");
}
