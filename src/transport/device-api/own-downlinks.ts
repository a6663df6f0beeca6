// What the platform sends to a device on its own filters: which topic and which form. On the platform's topics it is
// JSON; a profile may add topics or select Protobuf. Source: MQTT contract 2.3, 6.1; decisions 0110, 0111.
import type { Downlink, DownlinkKind } from "../../core/devices/live-session.ts";
import { writeDownlink } from "./downlink-text.ts";
import { OWN_FILTERS, PROTOBUF_FILTERS } from "./filters.ts";
import type { Matcher } from "./topic-filter.ts";

/** The topic and payload of downlinks, by the device's own filters. */
export interface OwnDownlinks {
  /** Undefined if the platform sends nothing on this filter on its own initiative. */
  kindOf(filter: string): DownlinkKind | undefined;
  topicOf(filter: string, downlink: Downlink): string;
  /** Throws `invalid` for a call that does not fit the profile's schema. */
  payloadOf(filter: string, downlink: Downlink): string | Uint8Array;
}

export interface OwnDownlinksOptions {
  /** Matches the filters that the profile defines for updates of shared attributes. */
  readonly updates?: Matcher | undefined;
  readonly protobuf?: ProtobufDownlinks | undefined;
}

export interface ProtobufDownlinks {
  write(downlink: Downlink): Uint8Array;
  /** Send JSON on long topics and on those of the profile. */
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
      // An update is sent on the topic that the client has subscribed to. A pattern does not name a topic.
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

/** For profiles that define nothing of their own. */
export const PLATFORM_DOWNLINKS = ownDownlinks();
