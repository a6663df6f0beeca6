// How entities are stored as rows: one column per member, named in snake case. Flags are 0 or 1, objects are JSON text.
import type { SQLInputValue } from "node:sqlite";
import { parseExactly, writeJson } from "../../../lib/json.ts";

type SnakeCase<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : "";

type Plain = string | number | Uint8Array | null;
type NameOf<Entity> = keyof Entity & string;

/** How a value is stored that is not a text, number or bytes. Null is stored as null. */
export interface Form {
  readonly write: (value: never) => SQLInputValue;
  readonly read: (column: never) => unknown;
}

export const FLAG: Form = { write: (value: boolean) => (value ? 1 : 0), read: (column: number) => column === 1 };
export const JSON_TEXT: Form = { write: writeJson, read: parseExactly };

type FormsOf<Entity> = { readonly [Name in NameOf<Entity> as Entity[Name] extends Plain ? never : Name]: Form };

export type Row = Readonly<Record<string, unknown>>;

/** Values by column name. */
export type ColumnValues = Readonly<Record<string, SQLInputValue>>;

export interface StoredAs<Entity> {
  /** The column list for SELECT. */
  readonly columns: string;
  /** The row was written by us from checked values, so this parses our own format. Other columns are ignored. */
  readonly entity: (row: Row) => Entity;
  /** Like `entity`, but undefined without a row. */
  readonly found: (row: Row | undefined) => Entity | undefined;
  /** The columns of the members in `part`; members that are not columns are ignored. */
  readonly row: (part: Partial<Entity>) => ColumnValues;
  /** Like `row`, but for an update: the owner and the id of a row never change. */
  readonly changes: (part: Partial<Entity>) => ColumnValues;
}

type Trimmed<Text> = Text extends `${" " | "\n"}${infer Rest}` ? Trimmed<Rest> : Text;
type ColumnNames<Text> = Text extends `${infer First},${infer Rest}`
  ? Trimmed<First> | ColumnNames<Rest>
  : Trimmed<Text>;
/** `columns` must name each column of the entity, and no other. */
type Complete<Entity, Columns> = [SnakeCase<NameOf<Entity>>, ColumnNames<Columns>] extends [
  ColumnNames<Columns>,
  SnakeCase<NameOf<Entity>>,
]
  ? Columns
  : { readonly missing: Exclude<SnakeCase<NameOf<Entity>>, ColumnNames<Columns>> };

export function storedAs<Entity>() {
  return <const Columns extends string>(
    columns: Columns & Complete<Entity, Columns>,
    ...[forms]: keyof FormsOf<Entity> extends never ? [] : [FormsOf<Entity>]
  ): StoredAs<Entity> => {
    const members = columns.split(/,\s+/).map((column) => {
      const name = column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      const form = (forms as Readonly<Record<string, Form | undefined>> | undefined)?.[name];
      return { column, name, form };
    });
    const row = (part: object): ColumnValues => {
      const [row, values]: [Record<string, SQLInputValue>, Row] = [{}, part as Row];
      for (const { column, name, form } of members) {
        if (!Object.hasOwn(values, name)) continue;
        const value = values[name];
        row[column] = form === undefined || value === null ? (value as SQLInputValue) : form.write(value as never);
      }
      return row;
    };
    const entity = (row: Row): Entity => {
      const entity: Record<string, unknown> = {};
      for (const { column, name, form } of members) {
        const value = row[column];
        entity[name] = form === undefined || value === null ? value : form.read(value as never);
      }
      return entity as Entity;
    };
    return {
      columns,
      entity,
      found: (row) => (row === undefined ? undefined : entity(row)),
      row,
      changes(part) {
        const { id: _, created_at: __, tenant_id: ___, ...changes } = row(part);
        return changes;
      },
    };
  };
}
