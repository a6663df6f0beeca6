// The lists of a scope: all that are given have to hold. The condition `where` is a formula and checked by those who have
// read the dimensions it names. Source: analytics contract 2.3.
import { foldedText } from "../expressions/text-values.ts";
import type { Scope } from "../view/table-view.ts";
import { isLike } from "../report/filters.ts";
import type { DeviceRows } from "./dimension-row-store.ts";

type RowTest = (rows: DeviceRows, place: number) => boolean;

/** The places of the rows that every list of the scope holds. */
export function placesInScope(rows: DeviceRows, scope: Omit<Scope, "where">): readonly number[] {
  const tests = testsOf(scope);
  const places: number[] = [];
  for (let place = 0; place < rows.ids.length; place++)
    if (tests.every((holds) => holds(rows, place))) places.push(place);
  return places;
}

function testsOf({ profiles, deviceIds, customerIds, gatewayIds, nameMatches }: Omit<Scope, "where">): RowTest[] {
  const tests: RowTest[] = [];
  if (profiles !== null)
    tests.push(isListed(new Set<unknown>(profiles.map(({ id }) => id)), (rows) => rows.profileIds));
  if (deviceIds !== null) tests.push(isListed(new Set<unknown>(deviceIds), (rows) => rows.ids));
  if (gatewayIds !== null) tests.push(isListed(new Set<unknown>(gatewayIds), (rows) => rows.gatewayIds));
  if (customerIds !== null) {
    const listed = new Set<unknown>(customerIds.map((id) => (id === "none" ? null : id)));
    tests.push(isListed(listed, (rows) => rows.customerIds));
  }
  if (nameMatches !== null) {
    const pattern = foldedText(nameMatches);
    tests.push((rows, place) => isLike(foldedText(rows.names[place] ?? ""), pattern));
  }
  return tests;
}

function isListed(listed: ReadonlySet<unknown>, column: (rows: DeviceRows) => readonly unknown[]): RowTest {
  return (rows, place) => listed.has(column(rows)[place]);
}
