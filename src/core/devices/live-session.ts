// A connection of a device that is open on this node, as core sees it: something that can be given downlinks.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import type { SessionId } from "../ids.ts";
import type { TrafficObserver } from "../traffic-observer.ts";
import type { Value } from "../values.ts";
import type { KnownDevice } from "./known-device.ts";
import type { PackageKind } from "./profile-store.ts";

/** What a device is sent; plain data. */
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

/** The error: it can never be delivered on this session, `too-large` where it would exceed what the client accepts. */
export type SessionDelivery = "sent" | "not-subscribed" | DomainError;

export function tooLargeForClient({ name }: KnownDevice): DomainError {
  return new DomainError("too-large", `the call is larger than the client of "${name}" accepts`);
}

export type CloseReason = "taken-over" | "administrative" | "shutdown" | "provisioned";

/** What a lasting connection is made of. */
export interface ConnectionFacts {
  readonly protocol: "MQTT 3.1" | "MQTT 3.1.1" | "MQTT 5";
  readonly transport: "TCP" | "TLS" | "WEBSOCKET";
  /** As a trusted proxy reports it. */
  readonly remoteAddress: string;
}

/** What a gateway learns of a package. */
export interface OfferedPackage {
  readonly title: string;
  readonly version: string;
  readonly tag: string | null;
  readonly bytes: number | null;
  readonly checksum: { readonly algorithm: string; readonly value: string } | null;
  /** Where it is loaded from; null where the platform has it. */
  readonly url: string | null;
}

/** A package for devices behind a gateway; null where nothing is to be installed any more. */
export interface PackageOffer {
  readonly kind: PackageKind;
  readonly offered: OfferedPackage | null;
  /** Names. */
  readonly devices: readonly string[];
}

export interface LiveSession {
  readonly id: SessionId;
  readonly device: KnownDevice;
  readonly openedAt: EpochMillis;
  /**
   * Set where this is a request that waits for one downlink of that kind and then ends, rather than a lasting connection.
   * Polls neither count as a connection of the device nor end one.
   */
  readonly poll?: DownlinkKind;
  /** Left out for polls. */
  readonly connection?: ConnectionFacts;
  /** Whether downlinks of this kind for `device` would be sent now. */
  accepts(kind: DownlinkKind, device: KnownDevice): boolean;
  /**
   * `device` is the one concerned: the session's own, or one that is routed through it. `acknowledged` is called once when
   * the client has acknowledged the downlink, or at once where the subscription has QoS 0.
   */
  deliver(device: KnownDevice, downlink: Downlink, acknowledged?: () => void): SessionDelivery;
  /** Whether the session is a gateway's that has asked for offers. Left out for polls, as `offer` is. */
  takesOffers?(): boolean;
  /** As `deliver`. */
  offer?(offer: PackageOffer, acknowledged: () => void): SessionDelivery;
  /** A downlink of a device that sends through this session cannot be sent, for this reason. Left out for polls. */
  undeliverable?(device: KnownDevice, downlink: Downlink, reason: string): void;
  close(reason: CloseReason): void;
  /** Shows what goes through it from now on to the observer, in the place of the one before. Left out for polls. */
  observe?(observer: TrafficObserver | undefined): void;
}
