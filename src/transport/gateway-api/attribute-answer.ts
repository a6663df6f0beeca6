// `v1/gateway/attributes/request`: reads the requested attributes and answers in the shape that goes with the
// request's, only to the requesting session and only if it has subscribed. Source: MQTT contract 4.5.
import { DEFERRED } from "../../core/acknowledgement.ts";
import type { StoredAttribute } from "../../core/attributes/attribute.ts";
import { readAttributes, writeFound, type FoundAttributes } from "../device-api/attributes.ts";
import type { DeviceClient } from "../device-api/client.ts";
import { parsePayload, refuse, settle } from "../device-api/payload.ts";
import { writeValue } from "../device-api/value-text.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { parseAttributeRequest, type AttributeRequest } from "./attribute-request.ts";
import { charge, type GatewayAttributeDeps } from "./gateway-devices.ts";

export const ATTRIBUTES_RESPONSE_TOPIC = "v1/gateway/attributes/response";

export class GatewayAttributeRequests {
  readonly #deps: GatewayAttributeDeps;

  constructor(deps: GatewayAttributeDeps) {
    this.#deps = deps;
  }

  /** Creates an unknown device, which then has no attributes. */
  async answer(message: RoutedMessage<DeviceClient>): Promise<typeof DEFERRED> {
    const { client, receivedAt, session } = message;
    const { activity, attributes, devices, routes } = this.#deps;
    activity.ofClient(client, receivedAt);
    const request = parseAttributeRequest(parsePayload(message));
    const { device: name, query } = request;
    try {
      charge(message, name);
      const device = devices.find(client.device.tenantId, name) ?? (await devices.findOrCreate(client.device, name));
      activity.about(device, message);
      await routes.connectDue(message, [device]);
      await session.settled();
      const found = await readAttributes(attributes, device, query);
      // The PUBACK goes out before the answer.
      settle(message);
      const qos = session.subscribedQos(ATTRIBUTES_RESPONSE_TOPIC);
      if (qos !== undefined)
        await session.inTurn(() => {
          session.publish(ATTRIBUTES_RESPONSE_TOPIC, writeAnswer(request, found), qos);
        });
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

/** Merges both scopes for clients that read only `values`; the shared scope wins if both have a key. */
function mirror(client: readonly StoredAttribute[], shared: readonly StoredAttribute[]): readonly StoredAttribute[] {
  return [...new Map([...client, ...shared].map((attribute) => [attribute.key, attribute])).values()];
}
