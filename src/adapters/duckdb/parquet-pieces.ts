// One Parquet file out of many with the same schema: their row groups follow each other, and one end lists them all. So a
// file of any length can be written piece by piece and sent while it is being made. Source: the Parquet format,
// "Metadata", parquet.thrift.
import {
  fieldHead,
  listHead,
  readThrift,
  writeFields,
  writeThrift,
  type ThriftField,
  type ThriftStruct,
  type ThriftValue,
} from "../../lib/thrift-compact.ts";

export const PARQUET_MAGIC = Buffer.from("PAR1", "latin1");
/** Length of the metadata and the magic, which end every file. */
export const PARQUET_TAIL_BYTES = 8;

const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;
/** Fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData by their numbers. */
const FILE = { schema: 2, numRows: 3, rowGroups: 4 } as const;
const GROUP = { columns: 1, fileOffset: 5, ordinal: 7 } as const;
const CHUNK = { fileOffset: 2, metaData: 3, offsetIndexOffset: 4, columnIndexOffset: 6 } as const;
/** The name of a SchemaElement; the path of a ColumnMetaData. */
const SCHEMA_NAME = 4;
const COLUMN_PATH = 3;
const COLUMN = { dataPage: 9, indexPage: 10, dictionaryPage: 11, bloomFilter: 14 } as const;

export class ParquetPieces {
  /** Metadata of the first piece, which stands for all. */
  #first: ThriftStruct | undefined;
  readonly #groups: Buffer[] = [];
  #rows = 0n;
  #written = PARQUET_MAGIC.length;
  readonly #names: ReadonlyMap<string, string>;

  /** `names`: what columns are called in the whole file, by their names in the pieces; others keep theirs. */
  constructor(names: ReadonlyMap<string, string> = new Map()) {
    this.#names = names;
  }

  /**
   * Takes note of a piece: `metadata` is the part of its file between the row groups and the tail, and everything from
   * behind the magic up to it, `bodyBytes` long, is what has to follow in the whole file.
   */
  add(metadata: Uint8Array, bodyBytes: number): void {
    const file = readThrift(metadata);
    const shift = BigInt(this.#written - PARQUET_MAGIC.length);
    this.#first ??= atField(file, FILE.schema, (schema) =>
      eachItem(schema, (element) => atField(element, SCHEMA_NAME, (name) => this.#named(name))),
    );
    this.#rows += integerOf(file, FILE.numRows);
    for (const group of itemsOf(file, FILE.rowGroups))
      this.#groups.push(writeThrift(shiftGroup(this.#withNames(group), shift)));
    this.#written += bodyBytes;
  }

  #withNames(group: ThriftStruct): ThriftStruct {
    const path = (value: ThriftValue): ThriftValue =>
      value.type === LIST ? { ...value, items: value.items.map((name) => this.#named(name)) } : value;
    const metaData = (value: ThriftValue): ThriftValue =>
      value.type === STRUCT ? { type: STRUCT, fields: atField(value.fields, COLUMN_PATH, path) } : value;
    return atField(group, GROUP.columns, (columns) =>
      eachItem(columns, (chunk) => atField(chunk, CHUNK.metaData, metaData)),
    );
  }

  #named(value: ThriftValue): ThriftValue {
    if (value.type !== BINARY) return value;
    const name = this.#names.get(Buffer.from(value.bytes).toString());
    return name === undefined ? value : { type: BINARY, bytes: Buffer.from(name) };
  }

  /** Metadata of the whole file and its tail. */
  end(): Buffer {
    const fields = this.#first ?? [];
    const before = fields.filter(({ id }) => id < FILE.numRows);
    const after = fields.filter(({ id }) => id > FILE.rowGroups);
    const metadata = Buffer.concat([
      writeFields([...before, { id: FILE.numRows, value: { type: I64, integer: this.#rows } }], 0),
      fieldHead(FILE.numRows, FILE.rowGroups, LIST),
      listHead(STRUCT, this.#groups.length),
      ...this.#groups,
      writeFields(after, FILE.rowGroups),
      Buffer.of(0),
    ]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(metadata.length);
    return Buffer.concat([metadata, length, PARQUET_MAGIC]);
  }
}

/** The struct with one of its fields made anew. */
function atField(fields: ThriftStruct, id: number, change: (value: ThriftValue) => ThriftValue): ThriftStruct {
  return fields.map((field) => (field.id === id ? { id, value: change(field.value) } : field));
}

/** The list with each of its structs made anew. */
function eachItem(list: ThriftValue, change: (fields: ThriftStruct) => ThriftStruct): ThriftValue {
  if (list.type !== LIST) return list;
  const items = list.items.map((item) =>
    item.type === STRUCT ? ({ type: STRUCT, fields: change(item.fields) } as const) : item,
  );
  return { ...list, items };
}

/** Readers number the groups themselves; two bytes would not hold the number of the last. */
function shiftGroup(group: ThriftStruct, shift: bigint): ThriftStruct {
  return group
    .filter(({ id }) => id !== GROUP.ordinal)
    .map((field) => {
      if (field.id === GROUP.fileOffset) return shifted(field, shift);
      if (field.id !== GROUP.columns || field.value.type !== LIST) return field;
      const items = field.value.items.map((item) => shiftColumn(item, shift));
      return { id: field.id, value: { ...field.value, items } };
    });
}

function shiftColumn(chunk: ThriftValue, shift: bigint): ThriftValue {
  if (chunk.type !== STRUCT) return chunk;
  const fields = chunk.fields.map((field) => {
    switch (field.id) {
      case CHUNK.fileOffset:
      case CHUNK.offsetIndexOffset:
      case CHUNK.columnIndexOffset:
        return shifted(field, shift);
      case CHUNK.metaData:
        return field.value.type === STRUCT
          ? { id: field.id, value: { type: STRUCT, fields: shiftMetaData(field.value.fields, shift) } as const }
          : field;
      default:
        return field;
    }
  });
  return { type: STRUCT, fields };
}

function shiftMetaData(fields: ThriftStruct, shift: bigint): ThriftStruct {
  const offsets: ReadonlySet<number> = new Set(Object.values(COLUMN));
  return fields.map((field) => (offsets.has(field.id) ? shifted(field, shift) : field));
}

/** An offset of 0 says that there is nothing; the magic stands there. */
function shifted({ id, value }: ThriftField, shift: bigint): ThriftField {
  return value.type === I64 && value.integer > 0n
    ? { id, value: { type: I64, integer: value.integer + shift } }
    : { id, value };
}

function itemsOf(fields: ThriftStruct, id: number): ThriftStruct[] {
  const value = fields.find((field) => field.id === id)?.value;
  if (value?.type !== LIST) throw new Error(`the metadata has no list ${String(id)}`);
  return value.items.map((item) => (item.type === STRUCT ? item.fields : []));
}

function integerOf(fields: ThriftStruct, id: number): bigint {
  const value = fields.find((field) => field.id === id)?.value;
  if (value?.type !== I64) throw new Error(`the metadata has no integer ${String(id)}`);
  return value.integer;
}
