// Refused messages as the list shows them: those that say the same one after the other are one row, so that a rarer fault is seen among
// them.
import type { Schema } from "../../api/schemas.ts";

type Refusal = Schema<"Refusal">;

/** The newest of equal ones. */
export interface ListedRefusal extends Refusal {
  /** Stays while more of the same come. */
  readonly id: string;
  /** The newest first. */
  readonly earlier: readonly Refusal[];
}

/** Of refusals in either order of time. */
export function groupedRefusals(refusals: readonly Refusal[]): readonly ListedRefusal[] {
  const groups: { readonly said: string; readonly equal: Refusal[] }[] = [];
  for (const refusal of refusals) {
    const said = saidBy(refusal);
    const last = groups.at(-1);
    if (last?.said === said) last.equal.push(refusal);
    else groups.push({ said, equal: [refusal] });
  }
  const places = new Map<string, number>();
  return groups.flatMap(({ said, equal }) => {
    const [newest, ...earlier] = equal.toSorted((one, other) => other.number - one.number);
    const place = (places.get(said) ?? 0) + 1;
    places.set(said, place);
    return newest === undefined ? [] : [{ ...newest, id: `${said} ${String(place)}`, earlier }];
  });
}

/** All that a row shows of it, other than its time. */
function saidBy({ gateway, topic, partly, entries, entriesTotal }: Refusal): string {
  return JSON.stringify([gateway.id.id, topic, partly, entriesTotal, entries]);
}
