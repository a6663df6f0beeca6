// Joins many Parquet files with the same schema into one: their row groups follow each other, and one footer lists them
// all. So a file of any length can be written piece by piece and sent while it is being made. Source: the Parquet
// format, "Metadata", parquet.thrift. Record: docs/decisions/0051-parquet-pages-from-the-engine.md.
import { parquetMetadata, type ColumnChunk, type FileMetaData, type RowGroup } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";

export const PARQUET_MAGIC = Buffer.from("PAR1", "latin1");
/** Bytes of the metadata length and the magic, which end every file. */
export const PARQUET_TAIL_BYTES = 8;
/** Type number of a struct in the compact protocol of Thrift. */
const THRIFT_STRUCT = 12;

export class ParquetPieces {
  /** Metadata of the first piece, used for all. */
  #first: FileMetaData | undefined;
  readonly #groups: RowGroup[] = [];
  #rows = 0n;
  #written = PARQUET_MAGIC.length;
  readonly #names: ReadonlyMap<string, string>;
  /** False if two columns share a name; it would then be unclear to which column min and max values belong. */
  readonly #hasOwnNames: boolean;

  /** `names` maps column names in the pieces to their names in the whole file; other columns keep theirs. */
  constructor(names: ReadonlyMap<string, string> = new Map()) {
    this.#names = names;
    this.#hasOwnNames = new Set(names.values()).size === names.size;
  }

  /**
   * Adds a piece. `end` is the end of its file, from after its row groups on; `bodyBytes` is the length of everything
   * between the magic and `end`, which the caller appends to the whole file.
   */
  add(end: Uint8Array, bodyBytes: number): void {
    const file = parquetMetadata(end);
    this.#first ??= file;
    this.#rows += file.num_rows;
    const shift = BigInt(this.#written - PARQUET_MAGIC.length);
    for (const group of file.row_groups) this.#groups.push(this.#moved(group, shift));
    this.#written += bodyBytes;
  }

  /** The metadata of the whole file, and its tail. */
  end(): Uint8Array {
    if (this.#first === undefined) throw new Error("a Parquet file has at least one piece");
    const schema = this.#first.schema.map((element) => ({ ...element, name: this.#named(element.name) }));
    const writer = new ByteWriter();
    // The engine has already truncated the texts, and says so in the metadata.
    writeMetadata(writer, { ...this.#first, schema, num_rows: this.#rows, row_groups: this.#groups }, Infinity);
    writer.appendBytes(PARQUET_MAGIC);
    const end = new Uint8Array(writer.getBuffer());
    return this.#groups.length === 0 ? withTypeOfGroups(end) : end;
  }

  /** Drops the number of the group: readers number groups themselves, and two bytes may not be enough. */
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
 * Sets the missing element type of an empty list of row groups, which strict readers of Thrift refuse: the groups
 * (field 4, after the rows in field 3) are a list of structs even if there are none. These bytes occur nowhere later.
 */
function withTypeOfGroups(end: Uint8Array): Uint8Array {
  const found = Buffer.from(end.buffer, end.byteOffset, end.byteLength).lastIndexOf(Buffer.from([0x16, 0, 0x19, 0]));
  return found < 0 ? end : end.with(found + 3, THRIFT_STRUCT);
}

/** Offsets of 0 mean that there is nothing, because the magic stands there; they stay 0. */
function moved<Part extends object>(part: Part, offsets: readonly (keyof Part)[], shift: bigint): Part {
  const changed = { ...part };
  for (const name of offsets) {
    const offset = part[name];
    if (typeof offset === "bigint" && offset > 0n) Object.assign(changed, { [name]: offset + shift });
  }
  return changed;
}
