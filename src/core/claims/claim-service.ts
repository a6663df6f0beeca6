// Claiming: a device opens a claim with a secret, and the user who knows the secret assigns the device to their
// customer. A device-side secret allows one try, a server-side one a few, so neither can be guessed. Source: MQTT
// contract 9, REST contract 11.
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import type { Device } from "../devices/device.ts";
import type { DeviceService } from "../devices/device-service.ts";
import type { ServerAttributes } from "../devices/server-attributes.ts";
import { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import { type Value, JsonText } from "../values.ts";
import type { ClaimingDevice, ClaimRequest, OpenedClaim, PendingClaim } from "./claim.ts";
import type { ClaimStore } from "./claim-store.ts";
import { timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../../lib/secret-box.ts";
import { JsonError, parseJson } from "../../lib/json.ts";

export interface ClaimOptions {
  /** How long a claim stays open if the device does not say, in milliseconds. */
  readonly durationMillis: number;
  /** False: a device needs the server attribute `claimingAllowed` = true before it can open a claim. */
  readonly allowByDefault: boolean;
  /** Wrong tries at a server-side secret within `triesWindowMillis` before further ones are refused. */
  readonly triesMax: number;
  readonly triesWindowMillis: number;
  /** How often expired claims are swept, in milliseconds. */
  readonly sweepMillis: number;
  /** How many claims one store call of a sweep removes. */
  readonly sweepBatch: number;
}

export interface ClaimDeps {
  readonly store: ClaimStore;
  readonly devices: Pick<DeviceService, "findByName" | "assignIfUnowned" | "unassign">;
  readonly attributes: Pick<ServerAttributes, "read" | "save" | "delete">;
  readonly secrets: ClaimSecrets;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `failure`: no claim is open, it has expired, or the secret is wrong. The caller does not learn which. */
export type ClaimOutcome =
  { readonly kind: "claimed"; readonly device: Device } | { readonly kind: "owned" } | { readonly kind: "failure" };

const ALLOWED = "claimingAllowed";
const DATA = "claimingData";
const EPOCH_MILLIS_MAX = 8.64e15;

export class ClaimService {
  readonly #deps: ClaimDeps;
  readonly #options: ClaimOptions;
  readonly #sweeps: Rounds;

  constructor(deps: ClaimDeps, options: ClaimOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: (signal) => this.#removeExpired(signal),
      failed: (error) => {
        deps.log.warn("expired claims could not be removed; the next round tries again", { error });
      },
    });
  }

  start(): void {
    this.#sweeps.start();
  }

  /** Waits for a running sweep. May be called twice. */
  stop(): Promise<void> {
    return this.#sweeps.stop();
  }

  /** As `openAll`, for one device. */
  async open(device: ClaimingDevice, request: ClaimRequest): Promise<OpenedClaim> {
    const [outcome] = await this.openAll([{ device, request }]);
    return outcome ?? "not-allowed";
  }

  /**
   * Opens claims; each replaces the open claim of its device. Resolves when they are durable, with one outcome per
   * request in the same order. A claim that may not be opened is not an error, because the sender must not learn who
   * owns a device.
   */
  async openAll(
    requests: readonly { readonly device: ClaimingDevice; readonly request: ClaimRequest }[],
  ): Promise<OpenedClaim[]> {
    const now = this.#deps.clock.now();
    // Without a wait where none is needed: the caller counts the time of the digests below.
    const outcomes = this.#options.allowByDefault
      ? requests.map(({ device }) => (device.customerId === null ? "opened" : "owned"))
      : await Promise.all(requests.map(({ device }) => this.#mayOpen(device)));
    const claims = new Map<string, PendingClaim>();
    for (const [index, { device, request }] of requests.entries()) {
      if (outcomes[index] !== "opened") continue;
      const duration = request.durationMillis ?? this.#options.durationMillis;
      claims.set(device.id, {
        deviceId: device.id,
        secretDigest: this.#deps.secrets.digest(device.id, request.secretKey),
        expiresAt: millis(Math.min(EPOCH_MILLIS_MAX, now + duration)),
      });
    }
    if (claims.size > 0) await this.#deps.store.openClaims([...claims.values()]);
    return outcomes;
  }

  /**
   * Claims a device for the user's customer. A wrong secret, or the device having an owner, consumes the open claim.
   * Throws `not-found` for an unknown name and `rate-limited` after too many tries at a server-side secret.
   */
  async claim(
    tenantId: TenantId,
    customerId: CustomerId,
    deviceName: string,
    secretKey: string,
  ): Promise<ClaimOutcome> {
    const { devices, secrets, store } = this.#deps;
    const device = await this.#require(tenantId, deviceName);
    const now = this.#deps.clock.now();
    const tried = await store.tryClaim(device.id, secrets.digest(device.id, secretKey), now);
    if (tried === "failed") return { kind: "failure" };
    const found = await this.#steering(device.id);
    if (tried === "none") {
      const data = parseClaimingData(found.get(DATA));
      if (data === undefined) return { kind: (await this.#isOwned(tenantId, deviceName)) ? "owned" : "failure" };
      if (!(await this.#matchesData(device, data, secretKey, now))) return { kind: "failure" };
    }
    const claimed = await devices.assignIfUnowned(tenantId, device.id, customerId);
    // In both cases the device has an owner now.
    await store.takeClaim(device.id);
    await this.#removeSteering(device, found);
    return claimed === undefined ? { kind: "owned" } : { kind: "claimed", device: claimed };
  }

  /**
   * Takes a device back from its customer and clears its claim. `customerId` is the caller's customer, null for a
   * tenant administrator. Throws `not-found` for an unknown name, `forbidden` for a device of another customer or of
   * none.
   */
  async reclaim(tenantId: TenantId, customerId: CustomerId | null, deviceName: string): Promise<void> {
    const { attributes, clock, devices, store } = this.#deps;
    const device = await this.#require(tenantId, deviceName);
    if (customerId !== null && device.customerId !== customerId)
      throw new DomainError("forbidden", `the device "${deviceName}" does not belong to your customer`);
    if (device.customerId !== null) await devices.unassign(tenantId, device.id);
    await store.takeClaim(device.id);
    await store.forgetTries(device.id);
    if (!this.#options.allowByDefault) await attributes.save(device, "SERVER_SCOPE", [[ALLOWED, true]], clock.now());
  }

  /** Read again: another claim may have taken the device, and its data with it, since it was found. */
  async #isOwned(tenantId: TenantId, deviceName: string): Promise<boolean> {
    return (await this.#require(tenantId, deviceName)).customerId !== null;
  }

  async #mayOpen(device: ClaimingDevice): Promise<OpenedClaim> {
    if (device.customerId !== null) return "owned";
    const found = await this.#steering(device.id);
    return found.get(ALLOWED) === true ? "opened" : "not-allowed";
  }

  async #require(tenantId: TenantId, deviceName: string): Promise<Device> {
    const device = await this.#deps.devices.findByName(tenantId, deviceName);
    if (device === undefined)
      throw new DomainError("not-found", `there is no device named "${deviceName.slice(0, 255)}"`);
    return device;
  }

  /**
   * The try is counted before the secret is compared, so that concurrent tries get no more attempts than sequential
   * ones.
   */
  async #matchesData(device: Device, data: ClaimingData, secretKey: string, now: EpochMillis): Promise<boolean> {
    if (now > data.expiresAt) return false;
    const { triesMax, triesWindowMillis } = this.#options;
    const { secrets, store } = this.#deps;
    const { tries, windowStartedAt } = await store.countTry(device.id, now, triesWindowMillis);
    if (tries > triesMax)
      throw new DomainError(
        "rate-limited",
        `the device "${device.name}" has had ${String(triesMax)} wrong claim secrets lately`,
        {
          limit: { name: "device.claim.triesMax", value: triesMax },
          retryAfterSeconds: Math.max(1, Math.ceil((windowStartedAt + triesWindowMillis - now) / 1000)),
        },
      );
    if (!secrets.matches(device.id, secretKey, secrets.digest(device.id, data.secretKey))) return false;
    await store.forgetTries(device.id);
    return true;
  }

  /** The two server attributes that control claiming, if the device has them. */
  async #steering(deviceId: DeviceId): Promise<ReadonlyMap<string, Value>> {
    const found = await this.#deps.attributes.read(deviceId, "SERVER_SCOPE", [ALLOWED, DATA]);
    return new Map(found.map(({ key, value }) => [key, value]));
  }

  async #removeSteering(device: Device, found: ReadonlyMap<string, Value>): Promise<void> {
    const keys = [ALLOWED, DATA].filter((key) => found.has(key));
    if (keys.length > 0) await this.#deps.attributes.delete(device, "SERVER_SCOPE", keys);
  }

  async #removeExpired(signal: AbortSignal): Promise<void> {
    const { clock, log, store } = this.#deps;
    const { sweepBatch } = this.#options;
    let removed = 0;
    for (let last = sweepBatch; last === sweepBatch && !signal.aborted; removed += last)
      last = await store.removeExpiredClaims(clock.now(), sweepBatch);
    if (removed > 0) log.debug("expired claims removed", { removed });
  }
}

/**
 * Claim secrets as keyed digests: stored values cannot be reversed without the installation's key, and the comparison
 * takes constant time.
 */
export class ClaimSecrets {
  readonly #box: Pick<SecretBox, "hash">;

  constructor(box: Pick<SecretBox, "hash">) {
    this.#box = box;
  }

  /** The device id is part of the digest, so that equal secrets of two devices have different digests. */
  digest(deviceId: DeviceId, secret: string): Uint8Array {
    return this.#box.hash(`claim\0${deviceId}\0${secret}`);
  }

  matches(deviceId: DeviceId, secret: string, digest: Uint8Array): boolean {
    const given = this.digest(deviceId, secret);
    return given.length === digest.length && timingSafeEqual(given, digest);
  }
}

/**
 * The server attribute `claimingData`, by which a tenant pre-authorizes claiming a device that cannot open a claim
 * itself.
 */
export interface ClaimingData {
  readonly secretKey: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const DIGITS = /^[0-9]{1,16}$/;

/**
 * Parses `{"secretKey":"s","expirationTime":<ms>}`, also if it was stored as text. Undefined if the attribute is
 * missing or has another form: then nothing is pre-authorized.
 */
function parseClaimingData(value: Value | undefined): ClaimingData | undefined {
  const text = value instanceof JsonText ? value.text : value;
  if (typeof text !== "string") return undefined;
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  const { secretKey = "", expirationTime }: { secretKey?: unknown; expirationTime?: unknown } = json;
  const expiresAt =
    typeof expirationTime === "string" && DIGITS.test(expirationTime) ? Number(expirationTime) : expirationTime;
  if (typeof expiresAt !== "number") return undefined;
  if (secretKey !== null && typeof secretKey !== "string") return undefined;
  return { secretKey: secretKey ?? "", expiresAt };
}
