// `v1/gateway/attributes/request`: reads what was asked for and answers in the shape that goes with the request's, to the
// requesting session alone and only where it has subscribed. Source: MQTT contract 4.5.
import { DEFERRED } from "../../core/acknowledgement.ts";
import type { StoredAttribute } from "../../core/attributes/attribute.ts";
import type { Activity } from "../device-api/activity.ts";
import { readAttributes, writeFound, type ClientAttributes, type FoundAttributes } from "../device-api/attributes.ts";
import type { DeviceClient } from "../device-api/client.ts";
import { parsePayload, refuse, settle } from "../device-api/payload.ts";
import { writeValue } from "../device-api/value-text.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { parseAttributeRequest, type AttributeRequest } from "./attribute-request.ts";
import type { ProxiedDevices } from "./gateway-devices.ts";
import type { RateNotices } from "./rate-notice.ts";

export const ATTRIBUTES_RESPONSE_TOPIC = "v1/gateway/attributes/response";

export class GatewayAttributeRequests {
  readonly #devices: ProxiedDevices;
  readonly #attributes: ClientAttributes;
  readonly #activity: Activity;
  readonly #notices: RateNotices;

  constructor(devices: ProxiedDevices, attributes: ClientAttributes, activity: Activity, notices: RateNotices) {
    this.#devices = devices;
    this.#attributes = attributes;
    this.#activity = activity;
    this.#notices = notices;
  }

  /** A device that is unknown is created, and has no attributes then. */
  async answer(message: RoutedMessage<DeviceClient>): Promise<typeof DEFERRED> {
    const { client, receivedAt, session } = message;
    this.#activity.ofClient(client, receivedAt);
    const request = parseAttributeRequest(parsePayload(message.payload));
    const { device: name, query } = request;
    try {
      const breach = client.traffic.message(name !== client.device.name, receivedAt);
      if (breach !== null) {
        this.#notices.breached(message, { name });
        throw breach;
      }
      const device =
        this.#devices.find(client.device.tenantId, name) ?? (await this.#devices.findOrCreate(client.device, name));
      this.#activity.about(device, receivedAt);
      await session.settled();
      const found = await readAttributes(this.#attributes, device.id, query);
      // The PUBACK goes out before the answer.
      settle(message);
      const qos = session.subscribedQos(ATTRIBUTES_RESPONSE_TOPIC);
      if (qos !== undefined) session.publish(ATTRIBUTES_RESPONSE_TOPIC, writeAnswer(request, found), qos);
      return DEFERRED;
    } catch (error) {
      return refuse(message, error, name);
    }
  }
}

function writeAnswer({ id, device, answer }: AttributeRequest, { client, shared }: FoundAttributes): string {
  const head = `{"id":${String(id)},"device":${JSON.stringify(device)}`;
  const legacy = client ?? shared ?? [];
  switch (answer) {
    case "one": {
      const [attribute] = legacy;
      return attribute === undefined ? `${head}}` : `${head},"value":${writeValue(attribute.value)}}`;
    }
    case "several":
      return legacy.length === 0 ? `${head}}` : `${head},"values":${writeFound(legacy)}}`;
    case "all":
      return `${head},"values":${writeFound(legacy)}}`;
    case "scopes": {
      const scopes = `${client === undefined ? "" : `,"client":${writeFound(client)}`}${shared === undefined ? "" : `,"shared":${writeFound(shared)}`}`;
      return `${head}${scopes},"values":${writeFound(mirror(client ?? [], shared ?? []))}}`;
    }
  }
}

/** Both scopes in one, for clients that know only `values`; the shared one wins where both have a key. */
function mirror(client: readonly StoredAttribute[], shared: readonly StoredAttribute[]): readonly StoredAttribute[] {
  return [...new Map([...client, ...shared].map((attribute) => [attribute.key, attribute])).values()];
}
