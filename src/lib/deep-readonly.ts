// Makes types deeply read-only.

type Primitive = string | number | bigint | boolean | null | undefined;

/** The type of a schema as read-only data. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends Primitive
    ? T
    : T extends ReadonlyMap<infer Key, infer Value>
      ? ReadonlyMap<Key, DeepReadonly<Value>>
      : T extends readonly (infer Item)[]
        ? readonly DeepReadonly<Item>[]
        : { readonly [Name in keyof T]: DeepReadonly<T[Name]> };
