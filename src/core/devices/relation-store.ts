// The port to relations between devices: the platform creates one kind, `Created`, from a gateway to each device that
// it brings. Source: MQTT contract, gateway API.
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";

export interface RelatedDevice {
  readonly id: DeviceId;
  readonly name: string;
}

export interface Relation {
  readonly from: RelatedDevice;
  readonly to: RelatedDevice;
  readonly type: string;
  readonly group: string;
}

export interface RelationQuery {
  readonly tenantId: TenantId;
  /** Only relations whose other end belongs to the customer; null selects all. */
  readonly customerId: CustomerId | null;
  readonly deviceId: DeviceId;
  /** The end of the relations at which the device is. */
  readonly end: "from" | "to";
  readonly group: string;
  /** Null selects all types. */
  readonly type: string | null;
}

export interface RelationStore {
  /** Ordered by type, then by the id of the other end; at most `max`. */
  list(query: RelationQuery, max: number): Promise<readonly Relation[]>;
}
