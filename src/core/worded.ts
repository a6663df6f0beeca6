// What the platform tells people, as data beside the text: a kind, and the values that its text is made of. The text is made
// from these values alone, so that a client that words it in another language says the same.

/** A text by kind, made of the values of that kind. */
export type WordsOf<Values> = { readonly [Kind in keyof Values]: (values: Values[Kind]) => string };

/** Of a kind whose text is always the same. */
export type NoValues = Readonly<Record<string, never>>;

/** What values are, whatever the kind; null stands for one that is not known. */
export type WordedValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
