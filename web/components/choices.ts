// The options of a select or a row of buttons.

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** A sentence shown below the chosen option. */
  readonly says?: string;
  readonly group?: string;
}

/** Choices from labels by value, in their order. */
export function choices<Value extends string>(
  labels: Readonly<Record<Value, string>>,
  says?: Readonly<Partial<Record<Value, string>>>,
): Choice<Value>[] {
  const values = Object.keys(labels) as Value[];
  return values.map((value) => {
    const more = says?.[value];
    return { value, label: labels[value], ...(more === undefined ? {} : { says: more }) };
  });
}

export function labelOfChoice(all: readonly Choice[], value: string): string {
  return all.find((choice) => choice.value === value)?.label ?? value;
}
