// A dashboard: a configuration that users of its tenant edit, and that users of the customers it is assigned to read.
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import { DomainError, invalid } from "../errors.ts";
import type { CustomerId, DashboardId, TenantId } from "../ids.ts";

/** What lists show and access checks use. */
export interface DashboardHead {
  readonly id: DashboardId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  readonly title: string;
  /** A data URL or an address; not interpreted. */
  readonly image: string | null;
  /** For clients on phones; stored and returned. */
  readonly mobileHide: boolean;
  readonly mobileOrder: number | null;
  /** The dashboard of another installation of which this one is a copy; stored and returned. */
  readonly externalId: DashboardId | null;
  /** Those it is assigned to, by title. */
  readonly assignedCustomers: readonly AssignedCustomer[];
  /**
   * 1 after creation, incremented by every save. An assignment leaves it as it is, because no save writes that: whoever edits
   * a dashboard need not read it again when somebody else assigns it.
   */
  readonly version: number;
}

export interface AssignedCustomer {
  readonly id: CustomerId;
  readonly title: string;
  /** Whether anybody may read what is assigned to it. */
  readonly isPublic: boolean;
}

export interface Dashboard extends DashboardHead {
  /** As it was sent. */
  readonly configuration: JsonObject | null;
}

/** What a save writes. */
export type DashboardFields = Pick<
  Dashboard,
  "title" | "image" | "mobileHide" | "mobileOrder" | "externalId" | "configuration"
>;

/** Customers that a dashboard may be assigned to: lists show all of them in each row. */
export const CUSTOMERS_MAX = 1_000;

export function requireFewCustomers(count: number): void {
  if (count > CUSTOMERS_MAX)
    throw invalid(
      `a dashboard may be assigned to ${String(CUSTOMERS_MAX)} customers, and would be to ${String(count)}`,
    );
}

export function noSuchDashboard(id: DashboardId): DomainError {
  return new DomainError("not-found", `dashboard ${id} does not exist`);
}
