// The topics of a device's session, which its profile decides at CONNECT: those of the platform, and where the profile has
// topics of its own those too. Sessions of profiles without any share one object. Source: decision 0110.
import { listen, type MessageBus, type Subscription } from "../../core/bus/message-bus.ts";
import type { JsonObject } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import {
  parseMqttProfile,
  PLAIN_MQTT_PROFILE,
  type MqttProfile,
  type OwnTopics,
} from "../../core/devices/mqtt-profile.ts";
import { DomainError } from "../../core/errors.ts";
import type { DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { Logger } from "../../lib/logger.ts";
import { RowCache } from "../../lib/row-cache.ts";
import type { Filters } from "../mqtt/mqtt-api.ts";
import type { Route } from "../mqtt/routed-message.ts";
import type { RouteMatch, Topics } from "../mqtt/topic-router.ts";
import { forDevices, type Client } from "./client.ts";
import { DEVICE_FILTERS } from "./filters.ts";
import { OwnUpdates, PLATFORM_DOWNLINKS, type OwnDownlinks } from "./own-downlinks.ts";
import type { OwnApi } from "./routes.ts";
import { matcherOf, type Matcher } from "./topic-filter.ts";

/** What the sessions of one profile have in common. */
export interface SessionTopics {
  readonly router: Topics<Client>;
  readonly filters: Filters;
  readonly downlinks: OwnDownlinks;
}

export interface ProfileTopicsDeps {
  /** The `profileData` of a profile of this tenant; undefined where there is none. */
  readonly profiles: { findData(tenantId: TenantId, id: DeviceProfileId): Promise<JsonObject | undefined> };
  readonly bus: MessageBus;
  readonly log: Logger;
  /** The router of the platform's topics. */
  readonly router: Topics<Client>;
  /** Takes what a device publishes to topics of its profile. */
  readonly api: Pick<OwnApi, "telemetry" | "attributes">;
}

/** Beyond it, the profiles that no device connected with for longest are read again. */
const PROFILES_MAX = 10_000;

type ProfileKey = `${TenantId} ${DeviceProfileId}`;

export class ProfileTopics {
  readonly #deps: ProfileTopicsDeps;
  readonly #plain: SessionTopics;
  readonly #known: RowCache<ProfileKey, SessionTopics>;
  #subscription: Subscription | undefined;

  constructor(deps: ProfileTopicsDeps) {
    this.#deps = deps;
    this.#plain = { router: deps.router, filters: DEVICE_FILTERS, downlinks: PLATFORM_DOWNLINKS };
    this.#known = new RowCache({ load: (key) => this.#load(key), max: PROFILES_MAX });
  }

  start(): void {
    this.#subscription = listen(this.#deps.bus, {
      "device-profile-changed": ({ tenantId, profileId }) => {
        this.#known.forget(`${tenantId} ${profileId}`);
      },
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

  /** A profile is checked when it is saved; one that is wrong all the same, from before there was a check, says so in the log. */
  #parse(data: JsonObject, profileId: DeviceProfileId): MqttProfile {
    try {
      return parseMqttProfile(data);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#deps.log.warn("device profile without effect", { profileId, reason: error.message });
      return PLAIN_MQTT_PROFILE;
    }
  }

  #topicsOf({ topics }: MqttProfile): SessionTopics {
    const { telemetry, attributes, sharedUpdates } = topics;
    if (telemetry === null && attributes === null && sharedUpdates === null) return this.#plain;
    const updates = sharedUpdates === null ? undefined : matcherOf(sharedUpdates);
    return {
      router: new OwnTopicRouter(this.#deps, topics),
      filters: updates === undefined ? DEVICE_FILTERS : new OwnFilters(updates),
      downlinks: updates === undefined ? PLATFORM_DOWNLINKS : new OwnUpdates(updates),
    };
  }
}

/** The platform's topics first, then the profile's: attributes before telemetry, where its filters overlap. */
class OwnTopicRouter implements Topics<Client> {
  readonly #platform: Topics<Client>;
  readonly #own: (readonly [Matcher, Route<Client>])[];

  constructor({ api, router }: ProfileTopicsDeps, topics: OwnTopics) {
    this.#platform = router;
    this.#own = (["attributes", "telemetry"] as const).flatMap((kind) => {
      const filter = topics[kind];
      if (filter === null) return [];
      return [[matcherOf(filter), forDevices({ topic: filter, handle: (message) => api[kind].receive(message) })]];
    });
  }

  find(topic: string): RouteMatch<Client> | undefined {
    const match = this.#platform.find(topic);
    if (match !== undefined) return match;
    const route = this.#own.find(([matches]) => matches(topic))?.[1];
    return route === undefined ? undefined : { route, topic, id: -1 };
  }
}

class OwnFilters implements Filters {
  readonly #updates: Matcher;

  constructor(updates: Matcher) {
    this.#updates = updates;
  }

  has(filter: string): boolean {
    return DEVICE_FILTERS.has(filter) || this.#updates(filter);
  }
}
