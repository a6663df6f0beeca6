// What is offered where keys are typed, the best first.

/** The key itself, keys that begin so, keys that have it within; last what was typed, if no device sends it. */
export function offersFor(typed: string, keys: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  const misfit = (key: string): number => {
    const name = key.toLowerCase();
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2;
  };
  const fitting = keys
    .filter((key) => key.toLowerCase().includes(wanted))
    .toSorted((one, other) => misfit(one) - misfit(other));
  return typed === "" || keys.includes(typed) ? fitting : [...fitting, typed];
}

/** Whether it is no key, but the beginning of one that is about to be chosen. */
export function isBeginning(typed: string, keys: readonly string[]): boolean {
  return !keys.includes(typed) && keys.some((key) => key.toLowerCase().startsWith(typed.toLowerCase()));
}
