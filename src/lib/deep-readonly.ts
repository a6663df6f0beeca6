// Types of data that nobody changes, from types that say nothing of it.

type Primitive = string | number | bigint | boolean | null | undefined;

/** What a schema describes, as data that nobody changes. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends Primitive
    ? T
    : T extends ReadonlyMap<infer Key, infer Value>
      ? ReadonlyMap<Key, DeepReadonly<Value>>
      : T extends readonly (infer Item)[]
        ? readonly DeepReadonly<Item>[]
        : { readonly [Name in keyof T]: DeepReadonly<T[Name]> };
