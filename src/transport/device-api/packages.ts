// Firmware and software in chunks, for devices with their own connection. Source: MQTT contract 6.5.
import { DEFERRED } from "../../core/acknowledgement.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { PackageKind } from "../../core/devices/profile-store.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { OtaPackage } from "../../core/ota/ota-package.ts";
import { withFile, type FilePackage, type PackageRange } from "../../core/ota/package-reader.ts";
import { remember } from "../../lib/remember.ts";
import type { MqttSession, RoutedMessage } from "../mqtt/routed-message.ts";
import type { Activity } from "./activity.ts";
import type { DeviceClient } from "./client.ts";
import { settle } from "./payload.ts";

/** The part of the package service that devices need. */
export interface AssignedPackages {
  assignedTo(device: KnownDevice, kind: PackageKind): Promise<OtaPackage | undefined>;
  read(found: FilePackage, range: PackageRange): Promise<Uint8Array>;
}

export interface ChunkLimits {
  /** Largest chunk, in bytes, that a device may request by size. */
  readonly maxPayloadSize: number;
  /** Largest package, in bytes, that may be requested in one message. */
  readonly wholeBytesMax: number;
  /** Total bytes of such whole packages, for all devices, held in memory until their connections have sent them. */
  readonly wholesBytesMax: number;
  /** Requests per session whose chunk size is remembered. */
  readonly chunkSizesMax: number;
}

type Message = RoutedMessage<DeviceClient>;
/** Error words that devices read on the errors topic. */
type ChunkError = "NOT_FOUND" | "FAILURE" | "PAYLOAD_TOO_LARGE";

const TOPICS: Readonly<Record<PackageKind, string>> = { FIRMWARE: "v2/fw", SOFTWARE: "v2/sw" };
const SIZE = /^[0-9]{1,10}$/;

export class DevicePackages {
  readonly #packages: AssignedPackages;
  readonly #activity: Activity;
  readonly #limits: ChunkLimits;
  #wholesBytes = 0;

  constructor(packages: AssignedPackages, activity: Activity, limits: ChunkLimits) {
    this.#packages = packages;
    this.#activity = activity;
    this.#limits = limits;
  }

  /** Answers with the chunk. If that fails, gives the reason on the errors topic and ends the session. */
  async answer(message: Message, kind: PackageKind): Promise<typeof DEFERRED> {
    const { client, receivedAt, session } = message;
    this.#activity.ofClient(client, receivedAt);
    const asked = parseChunkSize(message.payload);
    const breach = client.traffic.message(false, receivedAt);
    if (breach !== null) throw breach;
    const size = this.#chunkSize(message, kind, asked);
    const chunk = size > this.#limits.maxPayloadSize ? "PAYLOAD_TOO_LARGE" : await this.#read(message, kind, size);
    // The PUBACK is sent before the answer, but after those of earlier messages.
    await session.settled();
    settle(message);
    const error = typeof chunk === "string" ? chunk : this.#send(message, kind, chunk);
    if (error !== undefined) fail(session, kind, error);
    return DEFERRED;
  }

  /** Returns 0 for the whole package. */
  #chunkSize({ client: { chunkSizes }, id }: Message, kind: PackageKind, asked: number): number {
    const key = `${kind} ${String(id)}`;
    if (asked === 0) return chunkSizes.get(key) ?? 0;
    remember(chunkSizes, key, asked, this.#limits.chunkSizesMax);
    return asked;
  }

  async #read(message: Message, kind: PackageKind, size: number): Promise<Chunk | ChunkError> {
    const { client, part } = message;
    const assigned = await this.#packages.assignedTo(client.device, kind);
    if (assigned === undefined || assigned.content.kind === "none") return "NOT_FOUND";
    const found = withFile(assigned);
    if (found === undefined) return "FAILURE";
    const bytes = size === 0 ? found.content.bytes : size;
    if (size === 0 && bytes > this.#limits.wholeBytesMax) return "PAYLOAD_TOO_LARGE";
    // Reserve before reading, as the bytes are in memory from then on.
    const release = this.#reserve(bytes);
    if (release === undefined) return "FAILURE";
    try {
      return { bytes: await this.#packages.read(found, { start: part * bytes, bytes }), release };
    } catch (error) {
      release();
      if (error instanceof DomainError && error.kind === "not-found") return "NOT_FOUND";
      throw error;
    }
  }

  /**
   * Returns the function that releases the bytes; undefined if there is no room. Chunks are already bounded by their
   * session.
   */
  #reserve(bytes: number): (() => void) | undefined {
    if (bytes <= this.#limits.maxPayloadSize) return () => {};
    if (this.#wholesBytes > 0 && this.#wholesBytes + bytes > this.#limits.wholesBytesMax) return undefined;
    this.#wholesBytes += bytes;
    return () => {
      this.#wholesBytes -= bytes;
    };
  }

  #send({ session, id, part }: Message, kind: PackageKind, { bytes, release }: Chunk): ChunkError | undefined {
    const filter = `${TOPICS[kind]}/response/+/chunk/+`;
    const topic = `${TOPICS[kind]}/response/${String(id)}/chunk/${String(part)}`;
    const isSent = session.publish(topic, bytes, session.subscribedQos(filter) ?? 1, { released: release });
    return isSent ? undefined : "PAYLOAD_TOO_LARGE";
  }
}

interface Chunk {
  readonly bytes: Uint8Array;
  /** Must be called once, when the bytes are no longer in memory. */
  readonly release: () => void;
}

/** Returns 0 if the device names no size. */
function parseChunkSize(payload: Buffer): number {
  if (payload.length === 0) return 0;
  const text = payload.toString("latin1");
  if (!SIZE.test(text))
    throw invalid(`the payload must be the size of a chunk in bytes as decimal digits, got "${text.slice(0, 32)}"`);
  return Number(text);
}

function fail(session: MqttSession, kind: PackageKind, error: ChunkError): void {
  const topic = `${TOPICS[kind]}/error`;
  session.publish(topic, error, session.subscribedQos(topic) ?? 1);
  session.close("fault");
}
