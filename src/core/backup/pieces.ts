// The pieces of a backup: parts of its files, each stored once under the SHA-256 of its content, however many files and
// backups contain it. A piece is compressed and followed by a checksum, so that a single changed bit is detected
// wherever it is.
import { createHash } from "node:crypto";
import { crc32, constants, zstdCompress, zstdDecompress } from "node:zlib";
import { promisify } from "node:util";
import { DomainError } from "../errors.ts";
import { Slots } from "../../lib/slots.ts";
import type { BackupPlace } from "./backup-place.ts";
import type { Pace } from "./pace.ts";

/** Files are split into pieces of this size, which is the block size of the telemetry file. */
export const PIECE_BYTES = 262_144;

const PIECES = "pieces/";
const CHECKSUM_BYTES = 4;
/** Pieces in progress at the same time; further ones wait. */
const ON_THE_WAY_MAX = 256;
/** The number of those that are compressed and written at a time. */
const WRITES_MAX = 4;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** The fastest level: most of a backup consists of columns that the engine has already compressed. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The SHA-256 of a piece, in hexadecimal. */
export type PieceId = string;

/** Part of a backup is missing or differs from what was written. */
export class DamagedBackup extends DomainError {
  constructor(message: string) {
    super("unavailable", message);
    this.name = "DamagedBackup";
  }
}

function pieceIdOf(content: Uint8Array): PieceId {
  return createHash("sha256").update(content).digest("hex");
}

export function pieceName(id: PieceId): string {
  return `${PIECES}${id.slice(0, 2)}/${id}`;
}

/** The stored pieces, intact or not. */
export async function listPieces(place: BackupPlace): Promise<ReadonlySet<PieceId>> {
  const names = await place.list(PIECES);
  return new Set(names.map((name) => name.slice(name.lastIndexOf("/") + 1)));
}

/** Writes the pieces of one backup. */
export class PieceWriter {
  readonly #place: BackupPlace;
  readonly #pace: Pace | undefined;
  /** Pieces known to be stored. */
  readonly #known: Set<PieceId>;
  readonly #onTheWay = new Slots({ max: ON_THE_WAY_MAX });
  readonly #writes = new Slots({ max: WRITES_MAX });
  readonly #written = new Map<PieceId, number>();
  readonly #running = new Set<Promise<void>>();
  #failure: Error | undefined;

  constructor(place: BackupPlace, known: Iterable<PieceId>, pace?: Pace) {
    this.#place = place;
    this.#pace = pace;
    this.#known = new Set(known);
  }

  /**
   * Starts writing the piece and returns its id; `finish` tells when all have been written. The caller must not modify
   * `content` afterwards.
   */
  async add(content: Uint8Array): Promise<PieceId> {
    const id = pieceIdOf(content);
    if (this.#known.has(id)) return id;
    this.#known.add(id);
    const release = await this.#onTheWay.take();
    const running = this.#writes
      .run(() => this.#write(id, content))
      .catch((error: unknown) => {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        release();
        this.#running.delete(running);
      });
    this.#running.add(running);
    if (this.#pace?.isGentle === true) await running;
    await this.#pace?.rest();
    return id;
  }

  isKnown(id: PieceId): boolean {
    return this.#known.has(id);
  }

  async #write(id: PieceId, content: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) return;
    const packed = await pack(content);
    await this.#place.write(pieceName(id), packed);
    this.#written.set(id, packed.length);
  }

  /**
   * Resolves when all added pieces are durable; throws if one could not be written.
   */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure;
    await this.#place.sync();
  }

  /** The pieces written by this backup, with their stored size in bytes. */
  get written(): ReadonlyMap<PieceId, number> {
    return this.#written;
  }
}

/** `what` names the owner of the piece in errors. Throws `DamagedBackup`. */
export async function readPiece(place: BackupPlace, id: PieceId, what: string): Promise<Uint8Array> {
  const name = pieceName(id);
  const packed = await place.get(name);
  if (packed === undefined) throw new DamagedBackup(`${name} is missing in ${place.name}: it is a part of ${what}`);
  const content = await unpack(packed);
  if (content === undefined || pieceIdOf(content) !== id)
    throw new DamagedBackup(
      `${name} in ${place.name} is damaged: it is a part of ${what}. Remove it: where the data folder still has what was in it, the next backup writes it again`,
    );
  return content;
}

/** Compressed, with a checksum. */
export async function pack(content: Uint8Array): Promise<Buffer> {
  const packed = await compress(content, COMPRESSION);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(packed));
  return Buffer.concat([packed, checksum]);
}

/** Undefined if a bit has changed since. */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const packed = bytes.subarray(0, -CHECKSUM_BYTES);
  const checksum = Buffer.from(bytes.subarray(-CHECKSUM_BYTES));
  if (checksum.length < CHECKSUM_BYTES || checksum.readUInt32LE() !== crc32(packed)) return undefined;
  return await decompress(packed).catch(() => undefined);
}
