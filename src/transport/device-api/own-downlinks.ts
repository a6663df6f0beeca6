// What the platform sends on the filters that are a device's own, where and how: on its own topics in JSON, and as its
// profile says on others or in Protobuf. Source: MQTT contract 2.3, 6.1; decisions 0110, 0111.
import type { Downlink, DownlinkKind } from "../../core/devices/live-session.ts";
import { writeDownlink } from "./downlink-text.ts";
import { OWN_FILTERS, PROTOBUF_FILTERS } from "./filters.ts";
import type { Matcher } from "./topic-filter.ts";

/** What arrives on which of the filters that are the device's own. */
export interface OwnDownlinks {
  /** Undefined where nothing does that the platform sends of itself. */
  kindOf(filter: string): DownlinkKind | undefined;
  topicOf(filter: string, downlink: Downlink): string;
  /** Throws `invalid` for a call that does not fit the schema of the profile. */
  payloadOf(filter: string, downlink: Downlink): string | Uint8Array;
}

export interface OwnDownlinksOptions {
  /** Matches the filters of the profile's own for updates of shared attributes. */
  readonly updates?: Matcher | undefined;
  readonly protobuf?: ProtobufDownlinks | undefined;
}

export interface ProtobufDownlinks {
  write(downlink: Downlink): Uint8Array;
  /** On long topics, and those of the profile, JSON is sent. */
  readonly sendsJson: boolean;
}

const UPDATES_TOPIC = "v1/devices/me/attributes";
const WILDCARD = /[+#]/;
const JSON_FILTERS: ReadonlySet<string> = new Set(["v2/a/j", "v2/r/req/j/+"]);

export function ownDownlinks({ updates, protobuf }: OwnDownlinksOptions = {}): OwnDownlinks {
  const platformKindOf = (filter: string): DownlinkKind | undefined =>
    OWN_FILTERS.get(filter) ?? (protobuf === undefined ? undefined : PROTOBUF_FILTERS.get(filter));
  return {
    kindOf: (filter) => platformKindOf(filter) ?? (updates?.(filter) === true ? "attributes" : undefined),
    topicOf: (filter, downlink) => {
      if (downlink.kind === "rpc") return filter.replace("+", String(downlink.requestId));
      // Updates come on the topic that the client has subscribed to. A pattern names none.
      return WILDCARD.test(filter) ? UPDATES_TOPIC : filter;
    },
    payloadOf: (filter, downlink) => {
      const isJson = protobuf === undefined || (isShort(filter) ? JSON_FILTERS.has(filter) : protobuf.sendsJson);
      return isJson ? writeDownlink(downlink, false) : protobuf.write(downlink);
    },
  };
}

function isShort(filter: string): boolean {
  return filter.startsWith("v2/");
}

/** Of profiles that say nothing else. */
export const PLATFORM_DOWNLINKS = ownDownlinks();
