// The topics of a device's session and the form of their payloads. They are set at CONNECT by the device's profile: the
// platform's topics in JSON, plus whatever the profile defines. Profiles that define nothing share one object. Source:
// decisions 0110, 0111.
import { listen, type MessageBus, type Subscription } from "../../core/bus/message-bus.ts";
import type { JsonObject } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import {
  parseMqttProfile,
  PLAIN_MQTT_PROFILE,
  type MqttProfile,
  type OwnTopics,
  type ProtobufPayloads,
} from "../../core/devices/mqtt-profile.ts";
import type { Downlink, RpcDownlink } from "../../core/devices/live-session.ts";
import type { PayloadSchema, PayloadSchemas } from "../../core/devices/payload-schema.ts";
import { DomainError } from "../../core/errors.ts";
import type { DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Clock } from "../../lib/clock.ts";
import { parseJson } from "../../lib/json.ts";
import { RowCache } from "../../lib/row-cache.ts";
import type { Filters } from "../mqtt/mqtt-api.ts";
import type { Route } from "../mqtt/routed-message.ts";
import type { RouteMatch, Topics } from "../mqtt/topic-router.ts";
import { forDevices, type Client } from "./client.ts";
import { DEVICE_FILTERS, PROTOBUF_FILTERS } from "./filters.ts";
import { ownDownlinks, PLATFORM_DOWNLINKS, type OwnDownlinks } from "./own-downlinks.ts";
import { protobufHandlers, type ProtobufForm } from "./protobuf-handlers.ts";
import { ProtobufMessages } from "./protobuf-messages.ts";
import { deviceRoutes, jsonHandlers, protobufRoutes, type OwnApi, type OwnHandlers } from "./routes.ts";
import { matcherOf, type Matcher } from "./topic-filter.ts";

/** Shared by all sessions of one profile. */
export interface SessionTopics {
  readonly router: Topics<Client>;
  readonly filters: Filters;
  readonly downlinks: OwnDownlinks;
}

export interface ProfileTopicsDeps {
  /** The `profileData` of a profile of this tenant; undefined if there is none. */
  readonly profiles: { findData(tenantId: TenantId, id: DeviceProfileId): Promise<JsonObject | undefined> };
  readonly bus: MessageBus;
  readonly log: Logger;
  readonly clock: Clock;
  readonly schemas: PayloadSchemas;
  readonly api: OwnApi;
  /** Routes that are the same for all profiles. */
  readonly otherRoutes: readonly Route<Client>[];
  readonly newRouter: (routes: readonly Route<Client>[]) => Topics<Client>;
}

/** Profiles kept in memory. Beyond it, the profile unused for longest is dropped and read again when needed. */
const PROFILES_MAX = 10_000;

type ProfileKey = `${TenantId} ${DeviceProfileId}`;

export class ProfileTopics {
  readonly #deps: ProfileTopicsDeps;
  readonly #plain: SessionTopics;
  readonly #messages: ProtobufMessages;
  readonly #known: RowCache<ProfileKey, SessionTopics>;
  #subscription: Subscription | undefined;

  constructor(deps: ProfileTopicsDeps) {
    this.#deps = deps;
    this.#messages = new ProtobufMessages(deps.schemas);
    this.#plain = {
      router: deps.newRouter([...deps.otherRoutes, ...deviceRoutes(deps.api)]),
      filters: DEVICE_FILTERS,
      downlinks: PLATFORM_DOWNLINKS,
    };
    this.#known = new RowCache({ load: (key) => this.#load(key), max: PROFILES_MAX });
  }

  start(): void {
    this.#subscription = listen(this.#deps.bus, {
      "device-profile-changed": ({ tenantId, profileId }) => {
        this.#known.forget(`${tenantId} ${profileId}`);
      },
      // No node waits until all are read. Those that cannot be read stay as they are.
      "changes-missed": () =>
        void this.#known.refreshWhere(
          () => true,
          (error, profile) => {
            this.#deps.log.warn("device profile not read again", { profile, error });
          },
        ),
    });
  }

  stop(): void {
    this.#subscription?.cancel();
  }

  /** Rejects with `unavailable` when the store does. */
  async of({ tenantId, profileId }: KnownDevice): Promise<SessionTopics> {
    return (await this.#known.find(`${tenantId} ${profileId}`)) ?? this.#plain;
  }

  async #load(key: ProfileKey): Promise<SessionTopics | undefined> {
    const [tenantId, profileId] = key.split(" ") as [TenantId, DeviceProfileId];
    const data = await this.#deps.profiles.findData(tenantId, profileId);
    return data === undefined ? undefined : this.#topicsOf(this.#parse(data, profileId));
  }

  /** Profiles are checked when saved. An invalid one, saved before that check existed, is logged and has no effect. */
  #parse(data: JsonObject, profileId: DeviceProfileId): MqttProfile {
    try {
      return parseMqttProfile(data, this.#deps.schemas);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#deps.log.warn("device profile without effect", { profileId, reason: error.message });
      return PLAIN_MQTT_PROFILE;
    }
  }

  #topicsOf({ topics, payloads }: MqttProfile): SessionTopics {
    const updates = topics.sharedUpdates === null ? undefined : matcherOf(topics.sharedUpdates);
    const protobuf = payloads.kind === "protobuf" ? this.#protobuf(payloads) : undefined;
    const hasOwnTopics = topics.telemetry !== null || topics.attributes !== null;
    if (!hasOwnTopics && updates === undefined && protobuf === undefined) return this.#plain;
    const platform = protobuf?.router ?? this.#plain.router;
    const takes = protobuf?.handlers ?? jsonHandlers(this.#deps.api);
    return {
      router: hasOwnTopics ? new OwnTopicRouter(platform, topics, takes) : platform,
      filters: new OwnFilters(updates, protobuf !== undefined),
      downlinks: ownDownlinks({ updates, protobuf: protobuf?.downlinks }),
    };
  }

  #protobuf(payloads: ProtobufPayloads) {
    const { api, clock, newRouter, otherRoutes } = this.#deps;
    const messages = this.#messages;
    const { takesJson, sendsJson } = payloads;
    const handlersOf = (form: ProtobufForm): OwnHandlers => protobufHandlers(api, { payloads, messages }, form);
    const long = handlersOf({ takesJson, sendsJson });
    const short = handlersOf({ takesJson, sendsJson: false });
    const strict = handlersOf({ takesJson: false, sendsJson: false });
    const write = (downlink: Downlink): Uint8Array =>
      downlink.kind === "rpc" ? writeCall(downlink, payloads.rpcRequest) : messages.updates(downlink, clock.now());
    return {
      router: newRouter([
        ...otherRoutes,
        ...deviceRoutes(api, { long, short, json: jsonHandlers(api) }),
        ...protobufRoutes(strict),
      ]),
      /** The handlers for the profile's own topics. */
      handlers: long,
      downlinks: { write, sendsJson },
    };
  }
}

function writeCall({ method, requestId, params }: RpcDownlink, schema: PayloadSchema): Uint8Array {
  return schema.fromJson({ method, requestId, params: parseJson(params) });
}

/** Matches the platform's topics first, then the profile's; attributes before telemetry if its filters overlap. */
class OwnTopicRouter implements Topics<Client> {
  readonly #platform: Topics<Client>;
  readonly #own: (readonly [Matcher, Route<Client>])[];

  constructor(platform: Topics<Client>, topics: OwnTopics, takes: OwnHandlers) {
    this.#platform = platform;
    this.#own = (["attributes", "telemetry"] as const).flatMap((kind) => {
      const filter = topics[kind];
      return filter === null ? [] : [[matcherOf(filter), forDevices({ topic: filter, handle: takes[kind] })]];
    });
  }

  find(topic: string): RouteMatch<Client> | undefined {
    const match = this.#platform.find(topic);
    if (match !== undefined) return match;
    const route = this.#own.find(([matches]) => matches(topic))?.[1];
    return route === undefined ? undefined : { route, topic, id: -1, part: -1 };
  }
}

class OwnFilters implements Filters {
  readonly #updates: Matcher | undefined;
  readonly #hasProtobuf: boolean;

  constructor(updates: Matcher | undefined, hasProtobuf: boolean) {
    this.#updates = updates;
    this.#hasProtobuf = hasProtobuf;
  }

  has(filter: string): boolean {
    if (DEVICE_FILTERS.has(filter) || (this.#hasProtobuf && PROTOBUF_FILTERS.has(filter))) return true;
    return this.#updates?.(filter) === true;
  }
}
