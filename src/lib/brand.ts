// A branded type is a plain value that only its parser may create, so that a checked name and an unchecked string are
// different types.
declare const brand: unique symbol;

export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
