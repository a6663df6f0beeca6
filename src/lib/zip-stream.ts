// Writes a ZIP archive piece by piece: entries are compressed as they come, in the threads of the runtime, and their sizes
// stand behind them, so that nothing of an entry has to be kept. Source: the ZIP format, sections 4.3 and 4.4.
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipEntry {
  /** Letters, digits, dots and slashes. */
  readonly name: string;
  readonly chunks: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
/** Reading needs version 2.0 of the format. */
const VERSION = 20;
/** Sizes stand behind the entry; its name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01: archives of the same content are the same bytes. */
const DOS_DATE = 0x0021;
/** Beyond it the format needs other records. */
const BYTES_MAX = 0xffff_ffff;

/** Throws where the archive would get larger than 4 GiB. */
export async function* zipArchive(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const start = offset;
    const head = localHeader(name);
    yield head;
    offset += head.length;
    const sizes = { crc: 0, compressedBytes: 0, bytes: 0 };
    for await (const chunk of compressed(entry.chunks, sizes)) {
      yield chunk;
      offset += chunk.length;
    }
    if (offset > BYTES_MAX || sizes.bytes > BYTES_MAX) throw new Error("the archive exceeds 4 GiB");
    const tail = descriptor(sizes);
    yield tail;
    offset += tail.length;
    written.push({ name, offset: start, ...sizes });
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield Buffer.concat([directory, end(written.length, directory.length, offset)]);
}

async function* compressed(
  chunks: Iterable<string> | AsyncIterable<string>,
  sizes: { crc: number; compressedBytes: number; bytes: number },
): AsyncGenerator<Buffer, void, undefined> {
  const deflate = createDeflateRaw({ level: 6 });
  const feed = async (): Promise<void> => {
    for await (const text of chunks) {
      const bytes = Buffer.from(text);
      sizes.crc = crc32(bytes, sizes.crc);
      sizes.bytes += bytes.length;
      if (!deflate.write(bytes)) await drained(deflate);
      if (deflate.destroyed) return;
    }
    deflate.end();
  };
  const fed = feed().catch((error: unknown) => {
    deflate.destroy(error instanceof Error ? error : new Error("an entry cannot be read", { cause: error }));
  });
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      sizes.compressedBytes += chunk.length;
      yield chunk;
    }
  } finally {
    deflate.destroy();
    await fed;
  }
}

function drained(stream: ReturnType<typeof createDeflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.once("drain", done);
    stream.once("close", done);
  });
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL_HEADER, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATE, 8);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, compressedBytes, bytes }: Pick<Written, "crc" | "compressedBytes" | "bytes">): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(DESCRIPTOR, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(compressedBytes, 8);
  tail.writeUInt32LE(bytes, 12);
  return tail;
}

function centralHeader({ name, crc, compressedBytes, bytes, offset }: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(CENTRAL_HEADER, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATE, 10);
  head.writeUInt16LE(DOS_DATE, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(compressedBytes, 20);
  head.writeUInt32LE(bytes, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function end(entries: number, directoryBytes: number, directoryOffset: number): Buffer {
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(END, 0);
  tail.writeUInt16LE(entries, 8);
  tail.writeUInt16LE(entries, 10);
  tail.writeUInt32LE(directoryBytes, 12);
  tail.writeUInt32LE(directoryOffset, 16);
  return tail;
}
