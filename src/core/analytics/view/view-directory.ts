// What parsing a view needs to know about the tenant: which profiles, devices and customers exist, and whether keys
// hold numbers. Each query covers everything that the view names. Source: analytics contract 2.3, 2.4.
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../ids.ts";
import type { AttributeSource, TelemetrySource } from "./table-view.ts";

export interface ProfileReference {
  readonly id: DeviceProfileId | null;
  /** Used if there is no id. */
  readonly name: string | null;
}

export interface ViewDirectory {
  /** In the order of `references`; undefined for a profile that the tenant does not have. */
  profiles(
    tenantId: TenantId,
    references: readonly ProfileReference[],
  ): Promise<readonly ({ readonly id: DeviceProfileId; readonly name: string } | undefined)[]>;
  /** Those of the ids that belong to devices of the tenant. */
  devices(tenantId: TenantId, ids: readonly DeviceId[]): Promise<ReadonlySet<DeviceId>>;
  /** Those of the ids that belong to customers of the tenant. */
  customers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<ReadonlySet<CustomerId>>;
  /**
   * In the order of `sources`; "unknown" for a key that no device has. A key holds numbers if most of its values are
   * numbers or numeric texts.
   */
  dataOf(
    tenantId: TenantId,
    sources: readonly (TelemetrySource | AttributeSource)[],
  ): Promise<readonly ("number" | "other" | "unknown")[]>;
}
