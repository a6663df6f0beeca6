// How a row of the permission table is written: what a route answers to each role, and what is sent to it.
import type { Method } from "./rest-client.ts";
import type { Kind, Place, Role } from "./access-world.ts";

/** A status; or 200 with an answer in which the entity is, or is not. */
export type Cell = number | "shown" | "hidden";
/** The same for all owners, or one each for own, other customer and other tenant. */
export type Cells = Cell | readonly [own: Cell, otherCustomer: Cell, otherTenant: Cell];
export type Rule = Readonly<Record<Role, Cells>>;

export interface Sent {
  /** Over those that the place gives. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** What an answer has to hold, or must not. */
  readonly names?: string;
  /** "jwt": the caller's token goes into the parameter of that name, which is all that the call looks at. */
  readonly credentials?: "jwt";
}

export interface Row {
  readonly route: `${Method} /${string}`;
  /** "open" is the same status for everybody, without credentials too. */
  readonly rule: Rule | { readonly open: number };
  readonly send: (place: Place) => Sent;
  /** What a call that succeeds uses up. */
  readonly uses: Kind | "session" | undefined;
}

export const rule = (system: Cells, tenant: Cells, customer: Cells): Rule => ({
  SYS_ADMIN: system,
  TENANT_ADMIN: tenant,
  CUSTOMER_USER: customer,
});

export function row(route: Row["route"], rule: Row["rule"], send: Row["send"] = () => ({}), uses?: Row["uses"]): Row {
  return { route, rule, send, uses };
}

export const open = (status = 200): Row["rule"] => ({ open: status });
