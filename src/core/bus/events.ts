// All events on the bus: facts about what has happened, never commands. All members are plain data, so that events can
// travel between processes unchanged.
import type { EpochMillis } from "../../lib/clock.ts";
import type {
  CustomerId,
  ApiKeyId,
  DashboardId,
  DeviceId,
  DeviceProfileId,
  LoginId,
  NodeId,
  ReportJobId,
  SessionId,
  TenantId,
  TenantProfileId,
  UserId,
  ViewId,
  ShareLinkId,
} from "../ids.ts";
import type { PlainValues } from "../plain-values.ts";
import type { Value } from "../values.ts";

export type AttributeScope = "CLIENT_SCOPE" | "SHARED_SCOPE" | "SERVER_SCOPE";

export type BusEvent =
  | {
      readonly kind: "device-created";
      readonly tenantId: TenantId;
      readonly deviceId: DeviceId;
      readonly gatewayId: DeviceId | null;
      readonly pair?: string;
    }
  | {
      readonly kind: "device-changed";
      readonly tenantId: TenantId;
      readonly deviceId: DeviceId;
      readonly oldName: string | null;
    }
  | { readonly kind: "device-deleted"; readonly tenantId: TenantId; readonly deviceId: DeviceId; readonly name: string }
  /** `pair`: the id of basic credentials with both a client id and a user name, if the device has got such. */
  | { readonly kind: "credentials-changed"; readonly deviceId: DeviceId; readonly pair?: string }
  | { readonly kind: "device-profile-changed"; readonly tenantId: TenantId; readonly profileId: DeviceProfileId }
  /** The definition or sharing of the view has changed, or it has been deleted. */
  | { readonly kind: "view-changed"; readonly tenantId: TenantId; readonly viewId: ViewId }
  /** The dashboard has been saved, assigned or taken back, or deleted. */
  | { readonly kind: "dashboard-changed"; readonly tenantId: TenantId; readonly dashboardId: DashboardId }
  /** A background report has been asked for, has changed its state or progress, or has been deleted. */
  | { readonly kind: "report-job-changed"; readonly tenantId: TenantId; readonly jobId: ReportJobId }
  | { readonly kind: "tenant-changed"; readonly tenantId: TenantId }
  | { readonly kind: "tenant-deleted"; readonly tenantId: TenantId }
  | { readonly kind: "tenant-profile-changed"; readonly profileId: TenantProfileId }
  | {
      readonly kind: "route-changed";
      readonly deviceId: DeviceId;
      readonly gatewayId: DeviceId | null;
      readonly connectedAt: EpochMillis;
    }
  /** The gateway has sent a disconnect message for the device, whether or not it was the device's route. */
  | { readonly kind: "device-disconnected"; readonly deviceId: DeviceId; readonly gatewayId: DeviceId }
  | {
      readonly kind: "session-opened";
      readonly deviceId: DeviceId;
      readonly sessionId: SessionId;
      readonly openedAt: EpochMillis;
      /** The kind of downlink it waits for, if it is a poll and not a lasting connection. */
      readonly poll?: "attributes" | "rpc";
    }
  | {
      readonly kind: "session-closed";
      readonly deviceId: DeviceId;
      readonly sessionId: SessionId;
      readonly closedAt: EpochMillis;
    }
  /** The gateway has subscribed to the package offers for the devices behind it. */
  | { readonly kind: "offers-wanted"; readonly deviceId: DeviceId }
  /** The device has been notified of its assigned package, or that none is assigned any more. */
  | { readonly kind: "package-announced"; readonly deviceId: DeviceId; readonly packageKind: "FIRMWARE" | "SOFTWARE" }
  /** The device has been silent for its timeout, and is stored as inactive. A node that has heard of it since stores it as active again. */
  | {
      readonly kind: "device-silent";
      readonly deviceId: DeviceId;
      readonly lastActivityTime: EpochMillis;
      readonly timeoutMillis: number | null;
    }
  /** Calls that wait for this device, or for devices routed through it, may be sent now. */
  | { readonly kind: "rpc-reachable"; readonly deviceId: DeviceId }
  /** Attributes have been saved, including client attributes that a watched device wrote itself. */
  | {
      readonly kind: "attributes-saved";
      readonly tenantId: TenantId;
      readonly deviceId: DeviceId;
      readonly scope: AttributeScope;
      readonly values: readonly (readonly [string, Value])[];
      readonly ts: EpochMillis;
    }
  | {
      readonly kind: "attributes-deleted";
      readonly tenantId: TenantId;
      readonly deviceId: DeviceId;
      readonly scope: AttributeScope;
      readonly keys: readonly string[];
    }
  /** As `attributes-saved`, for an owner that is not a device. */
  | {
      readonly kind: "other-attributes-saved";
      readonly ownerId: TenantId | CustomerId | UserId;
      readonly scope: AttributeScope;
      readonly values: readonly (readonly [string, Value])[];
      readonly ts: EpochMillis;
    }
  | {
      readonly kind: "other-attributes-deleted";
      readonly ownerId: TenantId | CustomerId | UserId;
      readonly scope: AttributeScope;
      readonly keys: readonly string[];
    }
  /**
   * Points have been stored and synced; published only for watched owners. The arrays are parallel, in order of
   * storage.
   */
  | {
      readonly kind: "telemetry-stored";
      readonly ownerId: DeviceId | TenantId | CustomerId | UserId;
      readonly keys: readonly string[];
      readonly ts: readonly number[];
      readonly values: readonly Value[];
    }
  /**
   * Points of these keys have been deleted; `latest` is now the latest point of each key. Published only for watched
   * owners.
   */
  | {
      readonly kind: "telemetry-deleted";
      readonly ownerId: DeviceId | TenantId | CustomerId | UserId;
      readonly keys: readonly string[];
      readonly latest: readonly ({ readonly ts: EpochMillis; readonly value: Value } | null)[];
    }
  /**
   * Attributes that another node watches have changed here. It is that node's to publish as if it had happened there; `change` is
   * null if it has too much text to travel, so that they must be read.
   */
  | {
      readonly kind: "watched-attributes-changed";
      readonly ownerId: DeviceId | TenantId | CustomerId | UserId;
      /** Null for owners that are not devices. */
      readonly tenantId: TenantId | null;
      readonly change: AttributeChange | null;
    }
  /** Changes of watched attributes are not known: they must be read again. */
  | { readonly kind: "attributes-missed"; readonly ownerId: DeviceId | TenantId | CustomerId | UserId }
  /** This node has skipped points that were stored: what is known of watched owners must be read again. */
  | { readonly kind: "points-missed" }
  /** A persistent call of the device has been stored; the node that can reach the device sends it. */
  | { readonly kind: "rpc-queued"; readonly deviceId: DeviceId }
  /** Tokens of this login or, with null, of all logins of the user are refused from now on. */
  | { readonly kind: "user-sessions-revoked"; readonly userId: UserId; readonly loginId: LoginId | null }
  /** Fields of a user have changed, or the account has been enabled or disabled. */
  | { readonly kind: "user-changed"; readonly userId: UserId }
  /** An API key has been changed, disabled or deleted. */
  | { readonly kind: "api-key-changed"; readonly keyId: ApiKeyId }
  | { readonly kind: "user-deleted"; readonly userId: UserId }
  | { readonly kind: "link-revoked"; readonly linkId: ShareLinkId }
  /** The use of a link is being recorded; other nodes need not record it for an hour. */
  | { readonly kind: "link-used"; readonly linkId: ShareLinkId; readonly at: EpochMillis }
  | { readonly kind: "customer-deleted"; readonly tenantId: TenantId; readonly customerId: CustomerId }
  /** Password policy, lockout and link lifetimes have been saved. */
  | { readonly kind: "security-settings-changed" }
  /** The key, the issuer or the lifetimes of tokens have been saved; earlier sessions have ended. */
  | { readonly kind: "token-settings-changed" }
  /** Events of other nodes may have been missed: what is remembered of stored data must be read again. */
  | { readonly kind: "changes-missed" };

export type AttributeChange =
  | {
      readonly kind: "saved";
      readonly scope: AttributeScope;
      readonly values: PlainValues;
      readonly ts: EpochMillis;
    }
  | { readonly kind: "deleted"; readonly scope: AttributeScope; readonly keys: readonly string[] };

export type BusEventKind = BusEvent["kind"];
export type EventOf<Kind extends BusEventKind> = Extract<BusEvent, { kind: Kind }>;

/** An event as delivered to subscribers, with the node that published it. */
export type Published<Event extends BusEvent> = Event & { readonly nodeId: NodeId };
