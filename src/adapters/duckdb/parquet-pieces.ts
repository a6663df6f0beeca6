// One Parquet file out of many with the same schema: their row groups follow each other, and one end lists them all. So a
// file of any length can be written piece by piece and sent while it is being made. Source: the Parquet format,
// "Metadata", parquet.thrift. Record: docs/decisions/0051-parquet-pages-from-the-engine.md.
import { parquetMetadata, type ColumnChunk, type FileMetaData, type RowGroup } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";

export const PARQUET_MAGIC = Buffer.from("PAR1", "latin1");
/** Length of the metadata and the magic, which end every file. */
export const PARQUET_TAIL_BYTES = 8;
/** A type of the compact protocol of Thrift. */
const THRIFT_STRUCT = 12;

export class ParquetPieces {
  /** Metadata of the first piece, which stands for all. */
  #first: FileMetaData | undefined;
  readonly #groups: RowGroup[] = [];
  #rows = 0n;
  #written = PARQUET_MAGIC.length;
  readonly #names: ReadonlyMap<string, string>;
  /** Where two columns share a name, whose min and max values are meant cannot be said. */
  readonly #hasOwnNames: boolean;

  /** `names`: what columns are called in the whole file, by their names in the pieces; others keep theirs. */
  constructor(names: ReadonlyMap<string, string> = new Map()) {
    this.#names = names;
    this.#hasOwnNames = new Set(names.values()).size === names.size;
  }

  /**
   * Takes note of a piece: `end` is the end of its file from behind its row groups on, and everything between the magic
   * and that, `bodyBytes` long, is what has to follow in the whole file.
   */
  add(end: Uint8Array, bodyBytes: number): void {
    const file = parquetMetadata(end);
    this.#first ??= file;
    this.#rows += file.num_rows;
    const shift = BigInt(this.#written - PARQUET_MAGIC.length);
    for (const group of file.row_groups) this.#groups.push(this.#moved(group, shift));
    this.#written += bodyBytes;
  }

  /** Metadata of the whole file and its tail. */
  end(): Uint8Array {
    if (this.#first === undefined) throw new Error("a Parquet file has at least one piece");
    const schema = this.#first.schema.map((element) => ({ ...element, name: this.#named(element.name) }));
    const writer = new ByteWriter();
    // Texts are cut by the engine already, which says so in the metadata.
    writeMetadata(writer, { ...this.#first, schema, num_rows: this.#rows, row_groups: this.#groups }, Infinity);
    writer.appendBytes(PARQUET_MAGIC);
    const end = new Uint8Array(writer.getBuffer());
    return this.#groups.length === 0 ? withTypeOfGroups(end) : end;
  }

  /** Readers number the groups themselves; two bytes would not hold the number of the last. */
  #moved(group: RowGroup, shift: bigint): RowGroup {
    const columns = group.columns.map((chunk) => this.#movedChunk(chunk, shift));
    return { ...moved(group, ["file_offset"], shift), columns };
  }

  #movedChunk(chunk: ColumnChunk, shift: bigint): ColumnChunk {
    const found = moved(chunk, ["file_offset", "offset_index_offset", "column_index_offset"], shift);
    const { meta_data: data } = found;
    if (data === undefined) return found;
    const { statistics, ...others } = moved(
      data,
      ["data_page_offset", "index_page_offset", "dictionary_page_offset", "bloom_filter_offset"],
      shift,
    );
    const path_in_schema = data.path_in_schema.map((name) => this.#named(name));
    const isKept = statistics !== undefined && this.#hasOwnNames;
    return { ...found, meta_data: { ...others, path_in_schema, ...(isKept ? { statistics } : {}) } };
  }

  #named(name: string): string {
    return this.#names.get(name) ?? name;
  }
}

/**
 * The writer gives an empty list no type of entries, which strict readers of Thrift refuse: without rows (field 3), the
 * groups (field 4) are a list of structs all the same. What follows has no such bytes.
 */
function withTypeOfGroups(end: Uint8Array): Uint8Array {
  const found = Buffer.from(end.buffer, end.byteOffset, end.byteLength).lastIndexOf(Buffer.from([0x16, 0, 0x19, 0]));
  return found < 0 ? end : end.with(found + 3, THRIFT_STRUCT);
}

/** An offset of 0 says that there is nothing; the magic stands there. */
function moved<Part extends object>(part: Part, offsets: readonly (keyof Part)[], shift: bigint): Part {
  const changed = { ...part };
  for (const name of offsets) {
    const offset = part[name];
    if (typeof offset === "bigint" && offset > 0n) Object.assign(changed, { [name]: offset + shift });
  }
  return changed;
}
