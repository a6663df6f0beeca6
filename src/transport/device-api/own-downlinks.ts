// What the platform sends on the filters that are a device's own: on its own topics, and where its profile names others for
// updates of shared attributes on those too. Source: MQTT contract 2.3, 6.1; decision 0110.
import type { Downlink, DownlinkKind } from "../../core/devices/live-session.ts";
import { OWN_FILTERS } from "./filters.ts";
import type { Matcher } from "./topic-filter.ts";

/** What arrives on which of the filters that are the device's own. */
export interface OwnDownlinks {
  /** Undefined where nothing does that the platform sends of itself. */
  kindOf(filter: string): DownlinkKind | undefined;
  topicOf(filter: string, downlink: Downlink): string;
}

/** The topics of the platform. */
export const PLATFORM_DOWNLINKS: OwnDownlinks = {
  kindOf: (filter) => OWN_FILTERS.get(filter),
  topicOf: (filter, downlink) => (downlink.kind === "rpc" ? filter.replace("+", String(downlink.requestId)) : filter),
};

const UPDATES_TOPIC = "v1/devices/me/attributes";
const WILDCARD = /[+#]/;

/** Updates of shared attributes come on the topic that the client has subscribed to. A pattern names none: then on the platform's. */
export class OwnUpdates implements OwnDownlinks {
  readonly #updates: Matcher;

  constructor(updates: Matcher) {
    this.#updates = updates;
  }

  kindOf(filter: string): DownlinkKind | undefined {
    return PLATFORM_DOWNLINKS.kindOf(filter) ?? (this.#updates(filter) ? "attributes" : undefined);
  }

  topicOf(filter: string, downlink: Downlink): string {
    if (downlink.kind === "rpc") return PLATFORM_DOWNLINKS.topicOf(filter, downlink);
    return WILDCARD.test(filter) ? UPDATES_TOPIC : filter;
  }
}
