// Finds the device to which a CONNECT belongs. Credentials stay in memory after the first lookup until they change, so
// that a thousand gateways reconnecting at once cost the store nothing, and can connect while it is away. Source: MQTT contract 1.2, 1.3.
import { isDeepStrictEqual } from "node:util";
import type { EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { RowCache } from "../../lib/row-cache.ts";
import { equalSecrets } from "../../lib/secrets.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { DeviceId } from "../ids.ts";
import {
  basicCredentialsId,
  certificateHash,
  parseBasicValue,
  type BasicCredentials,
  type CredentialsStore,
} from "./credentials.ts";
import type { CredentialsKind, DeviceCredentials } from "./device.ts";
import { UnpairedClients } from "./unpaired-clients.ts";

/** The credentials that a client presents. A missing user name is empty. */
export interface PresentedCredentials {
  readonly clientId: string;
  readonly userName: string;
  readonly password: Uint8Array | undefined;
  /** The leaf certificate whose private key the client has proved to own. */
  readonly certificate:
    { readonly der: Uint8Array; readonly validFrom: EpochMillis; readonly validTo: EpochMillis } | undefined;
}

/** The reasons that CONNACK distinguishes. */
export type CredentialsRefusal = "bad-credentials" | "bad-client-id" | "not-authorized";

export type Identified =
  | { readonly kind: "device"; readonly deviceId: DeviceId }
  | { readonly kind: "refused"; readonly reason: CredentialsRefusal };

export interface CredentialsDirectoryOptions {
  /** Credentials kept in memory, and clients with an id that is not part of them; beyond that, the least recently used are evicted. */
  readonly cacheMax: number;
}

export interface CredentialsDirectoryDeps {
  readonly store: CredentialsStore;
  readonly bus: MessageBus;
  readonly log: Logger;
}

/** Credentials that are read again in one call of the store. */
const RECHECKED_AT_ONCE = 500;

interface Entry {
  readonly deviceId: DeviceId;
  readonly kind: CredentialsKind;
  /** Null except for MQTT_BASIC. */
  readonly basic: BasicCredentials | null;
}

export class CredentialsDirectory {
  readonly #deps: CredentialsDirectoryDeps;
  /** Keyed by credentials id. Unknown ids are not cached, because guesses would evict the real ones. */
  readonly #known: RowCache<string, Entry>;
  readonly #idOf = new Map<DeviceId, string>();
  readonly #unpaired: UnpairedClients;
  #changes = 0;
  #subscription: Subscription | undefined;
  #rechecking: Promise<void> | undefined;

  constructor(deps: CredentialsDirectoryDeps, { cacheMax }: CredentialsDirectoryOptions) {
    this.#deps = deps;
    this.#known = new RowCache({
      load: (credentialsId) => this.#read(credentialsId),
      max: cacheMax,
      onKeep: ({ deviceId }, credentialsId) => {
        this.#keepOnly(deviceId, credentialsId);
      },
      onLeave: ({ deviceId }, credentialsId) => {
        if (this.#idOf.get(deviceId) === credentialsId) this.#idOf.delete(deviceId);
      },
    });
    this.#unpaired = new UnpairedClients(
      async (credentialsId) => (await deps.store.findByCredentialsId(credentialsId)) !== undefined,
      cacheMax,
    );
  }

  start(): void {
    const pairCreated = ({ pair }: { readonly pair?: string }): void => {
      if (pair !== undefined) this.#unpaired.forget(pair);
    };
    const forget = ({ deviceId }: { readonly deviceId: DeviceId }): void => {
      this.#changes++;
      const credentialsId = this.#idOf.get(deviceId);
      this.#known.forgetWhere(
        (entry) => entry.deviceId === deviceId,
        credentialsId === undefined ? [] : [credentialsId],
      );
    };
    this.#subscription = listen(this.#deps.bus, {
      "device-created": pairCreated,
      "credentials-changed": (change) => {
        forget(change);
        pairCreated(change);
      },
      "device-deleted": forget,
      "changes-missed": () => {
        this.#rechecking ??= this.#recheck().finally(() => (this.#rechecking = undefined));
      },
    });
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#subscription = undefined;
    await this.#rechecking;
    this.#known.clear();
    this.#unpaired.clear();
  }

  /** The first applicable method decides. Rejects with `unavailable` when the store does. */
  async identify(presented: PresentedCredentials, now: EpochMillis): Promise<Identified> {
    const { certificate, userName, clientId } = presented;
    if (certificate !== undefined) return this.#byCertificate(certificate, now);
    if (userName !== "") return this.#byUserName(presented);
    const entry = await this.#byClientId(clientId);
    // Credentials with only a client id have no password, so a password sent with it is ignored.
    if (entry !== undefined) return found(entry);
    if (presented.password !== undefined) return refused("bad-credentials");
    return refused(clientId.trim() === "" ? "not-authorized" : "bad-client-id");
  }

  /**
   * The device whose password a guess is about, if the credentials have a user name and a password. Undefined if the
   * user name itself is the secret.
   */
  async accountOf(presented: PresentedCredentials): Promise<DeviceId | undefined> {
    const entry = presented.userName === "" ? undefined : await this.#namedBy(presented);
    return (entry?.basic?.password ?? null) === null ? undefined : entry?.deviceId;
  }

  /** Incremented on every change of any credentials: a result obtained at the same count is still valid. */
  get changes(): number {
    return this.#changes;
  }

  /** The device with this access token; for the HTTP device API. */
  async byAccessToken(token: string): Promise<DeviceId | undefined> {
    const entry = token === "" ? undefined : await this.#known.find(token);
    return entry?.kind === "ACCESS_TOKEN" ? entry.deviceId : undefined;
  }

  async #byCertificate(
    certificate: NonNullable<PresentedCredentials["certificate"]>,
    now: EpochMillis,
  ): Promise<Identified> {
    const { der, validFrom, validTo } = certificate;
    if (now < validFrom || now > validTo) return refused("not-authorized");
    const entry = await this.#known.find(
      certificateHash(Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString("base64")),
    );
    return entry?.kind === "X509_CERTIFICATE" ? found(entry) : refused("not-authorized");
  }

  async #byUserName(presented: PresentedCredentials): Promise<Identified> {
    const entry = await this.#namedBy(presented);
    return entry === undefined ? refused("bad-credentials") : checked(entry, presented.password);
  }

  /** The credentials named by user name and client id, or by the user name alone; regardless of the password. */
  async #namedBy({ clientId, userName, password }: PresentedCredentials): Promise<Entry | undefined> {
    if (clientId === "") return await this.#byUserNameAlone(userName);
    const pair = basicCredentialsId(clientId, userName);
    // The id is a hash of both joined, and another pair may join to the same text, so both are compared.
    const ofPair = (entry: Entry | undefined): Entry | undefined =>
      entry?.basic?.clientId === clientId && entry.basic.userName === userName ? entry : undefined;
    const known = this.#known.held(pair) === undefined ? undefined : ofPair(await this.#known.find(pair));
    if (known !== undefined) return known;
    const named = await this.#byUserNameAlone(userName);
    const isDevice = named !== undefined && checked(named, password).kind === "device";
    if (isDevice && (await this.#unpaired.has(named.deviceId, pair))) return named;
    return ofPair(await this.#known.find(pair)) ?? named;
  }

  async #byUserNameAlone(userName: string): Promise<Entry | undefined> {
    const entry = await this.#known.find(userName);
    if (entry?.kind === "ACCESS_TOKEN") return entry;
    return entry?.basic?.clientId === null && entry.basic.userName === userName ? entry : undefined;
  }

  async #byClientId(clientId: string): Promise<Entry | undefined> {
    if (clientId === "") return undefined;
    const entry = await this.#known.find(basicCredentialsId(clientId, null));
    return entry?.basic?.clientId === clientId && entry.basic.userName === null ? entry : undefined;
  }

  /**
   * Forgets other entries of the device, which has one credential at a time. New credentials may be presented before
   * their change is announced.
   */
  #keepOnly(deviceId: DeviceId, credentialsId: string): void {
    const former = this.#idOf.get(deviceId);
    this.#idOf.set(deviceId, credentialsId);
    if (former !== undefined && former !== credentialsId) this.#known.forget(former);
  }

  async #read(credentialsId: string): Promise<Entry | undefined> {
    const stored = await this.#deps.store.findByCredentialsId(credentialsId);
    return stored === undefined ? undefined : entryOf(stored);
  }

  /** Reads everything again, some at a time, and announces what has changed; until then it stays in force. Never rejects. */
  async #recheck(): Promise<void> {
    const { store, log } = this.#deps;
    const ids = [...this.#idOf.values(), ...this.#unpaired.pairs];
    try {
      for (let start = 0; start < ids.length && this.#subscription !== undefined; start += RECHECKED_AT_ONCE) {
        const some = ids.slice(start, start + RECHECKED_AT_ONCE);
        const stored = await store.findByCredentialsIds(some);
        const found = new Map(stored.map((credentials) => [credentials.credentialsId, entryOf(credentials)]));
        for (const id of some) {
          const known = this.#known.held(id);
          if (known === undefined && found.has(id)) this.#unpaired.forget(id);
          // What has been read meanwhile may be newer than what was found.
          if (
            known !== undefined &&
            !isDeepStrictEqual(known, found.get(id)) &&
            !isDeepStrictEqual(known, await this.#read(id))
          )
            this.#deps.bus.publish({ kind: "credentials-changed", deviceId: known.deviceId });
        }
      }
    } catch (error) {
      log.warn("known credentials not read again", { error });
    }
  }
}

function entryOf({ deviceId, kind, credentialsValue }: DeviceCredentials): Entry {
  return { deviceId, kind, basic: kind === "MQTT_BASIC" ? parseBasicValue(credentialsValue) : null };
}

function found({ deviceId }: Entry): Identified {
  return { kind: "device", deviceId };
}

function refused(reason: CredentialsRefusal): Identified {
  return { kind: "refused", reason };
}

/** The password is compared only if the credentials have one; an access token has none. */
function checked(entry: Entry, password: Uint8Array | undefined): Identified {
  const expected = entry.basic?.password ?? null;
  if (expected === null) return found(entry);
  return equalSecrets(password ?? "", expected) ? found(entry) : refused("bad-credentials");
}
