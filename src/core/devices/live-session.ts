// An open connection of a device on this node, as core sees it: a receiver of downlinks.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import type { SessionId } from "../ids.ts";
import type { TrafficObserver } from "../traffic-observer.ts";
import type { Value } from "../values.ts";
import type { KnownDevice } from "./known-device.ts";
import type { PackageKind } from "./profile-store.ts";

/** A message to a device, as plain data. */
export type Downlink =
  | { readonly kind: "attributes-updated"; readonly values: readonly (readonly [string, Value])[] }
  | { readonly kind: "attributes-deleted"; readonly keys: readonly string[] }
  | RpcDownlink;

export interface RpcDownlink {
  readonly kind: "rpc";
  readonly requestId: number;
  readonly method: string;
  /** JSON text. */
  readonly params: string;
  readonly oneWay: boolean;
}

export type DownlinkKind = "attributes" | "rpc";

export function downlinkKindOf({ kind }: Downlink): DownlinkKind {
  return kind === "rpc" ? "rpc" : "attributes";
}

/** An error means that this session can never deliver it: `too-large` if it would exceed what the client accepts. */
export type SessionDelivery = "sent" | "not-subscribed" | DomainError;

export function tooLargeForClient({ name }: KnownDevice): DomainError {
  return new DomainError("too-large", `the call is larger than the client of "${name}" accepts`);
}

export type CloseReason = "taken-over" | "administrative" | "shutdown" | "provisioned";

/** The network details of a lasting connection. */
export interface ConnectionFacts {
  readonly protocol: "MQTT 3.1" | "MQTT 3.1.1" | "MQTT 5";
  readonly transport: "TCP" | "TLS" | "WEBSOCKET";
  /** As reported by a trusted proxy, if there is one. */
  readonly remoteAddress: string;
}

/** The description of a package that a gateway receives. */
export interface OfferedPackage {
  readonly title: string;
  readonly version: string;
  readonly tag: string | null;
  readonly bytes: number | null;
  readonly checksum: { readonly algorithm: string; readonly value: string } | null;
  /** Where to download it; null if the platform holds the file. */
  readonly url: string | null;
}

/** A package offered to devices behind a gateway; null withdraws the offer. */
export interface PackageOffer {
  readonly kind: PackageKind;
  readonly offered: OfferedPackage | null;
  /** Device names. */
  readonly devices: readonly string[];
}

export interface LiveSession {
  readonly id: SessionId;
  readonly device: KnownDevice;
  readonly openedAt: EpochMillis;
  /**
   * Set if this is a request that waits for one downlink of that kind and then ends, rather than a lasting connection.
   * Polls neither count as a connection of the device nor end one.
   */
  readonly poll?: DownlinkKind;
  /** Absent for polls. */
  readonly connection?: ConnectionFacts;
  /** Whether a downlink of this kind for `device` would be sent now. */
  accepts(kind: DownlinkKind, device: KnownDevice): boolean;
  /**
   * `device` is the recipient: the session's own device or one routed through it. `acknowledged` is called once, when
   * the client has acknowledged the downlink, or at once if the subscription has QoS 0.
   */
  deliver(device: KnownDevice, downlink: Downlink, acknowledged?: () => void): SessionDelivery;
  /** Whether this is a gateway's session that has asked for offers. Absent for polls, like `offer`. */
  takesOffers?(): boolean;
  /** Same contract as `deliver`. */
  offer?(offer: PackageOffer, acknowledged: () => void): SessionDelivery;
  /** Reports that a downlink of a device that sends through this session cannot be sent, and why. Absent for polls. */
  undeliverable?(device: KnownDevice, downlink: Downlink, reason: string): void;
  close(reason: CloseReason): void;
  /** Shows further traffic of the session to the observer, which replaces the previous one. Absent for polls. */
  observe?(observer: TrafficObserver | undefined): void;
}
