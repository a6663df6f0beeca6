// `v1/gateway/rpc`: a gateway's replies to calls of its proxied devices. Source: MQTT contract 4.8.
import { parseDeviceName, type DeviceName } from "../../core/devices/device.ts";
import { invalid } from "../../core/errors.ts";
import { hasNaN } from "../../lib/json.ts";
import { memberText } from "../../lib/json-text.ts";
import type { DeviceClient } from "../device-api/client.ts";
import { membersOf, readPayload, refuse, requireObject, settle } from "../device-api/payload.ts";
import type { RpcReplies } from "../device-api/rpc.ts";
import { asInteger, asText } from "../../lib/scalars.ts";
import type { DEFERRED } from "../../core/acknowledgement.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { charge, type UplinkDeps } from "./gateway-devices.ts";

interface RpcReply {
  readonly name: DeviceName;
  readonly id: number;
  /** JSON text as sent. */
  readonly data: string;
}

export interface GatewayRpcDeps extends UplinkDeps {
  readonly rpc: RpcReplies;
}

export class GatewayRpc {
  readonly #deps: GatewayRpcDeps;

  constructor(deps: GatewayRpcDeps) {
    this.#deps = deps;
  }

  /** Ignores a reply that no call is waiting for, and a reply of an unknown device; never creates a device. */
  async receiveReply(message: RoutedMessage<DeviceClient>): Promise<typeof DEFERRED> {
    const { client, receivedAt } = message;
    const { activity, devices, routes, rpc } = this.#deps;
    activity.ofClient(client, receivedAt);
    const { name, id, data } = parseReply(message);
    try {
      charge(message, name);
      const { tenantId } = client.device;
      const device = devices.find(tenantId, name) ?? (await devices.load(tenantId, name));
      if (device !== undefined) {
        activity.about(device, message);
        await rpc.reply({
          throughDeviceId: client.device.id,
          deviceId: device.id,
          requestId: id,
          reply: { kind: "json", json: data },
        });
        await routes.connectDue(message, [device]);
      }
      return settle(message);
    } catch (error) {
      return refuse(message, error, name);
    }
  }
}

function parseReply(message: RoutedMessage<DeviceClient>): RpcReply {
  const { json, text } = readPayload(message);
  const members = membersOf(requireObject(json, "the payload"));
  const id = parseId(members.get("id"));
  const data = memberText(text, "data");
  if (data === undefined) throw invalid(`"data" is required: the result of the call`);
  if (hasNaN(members.get("data"))) throw invalid(`"data" has NaN or an infinity, which are no numbers of JSON`);
  return { name: parseDeviceName(asText(members.get("device"))), id, data };
}

/**
 * Accepts any integer. An id beyond the range of request ids is simply unknown, which is no error (MQTT contract 4.8).
 */
function parseId(value: unknown): number {
  const id = asInteger(value);
  if (typeof id === "bigint") return Number(id);
  if (typeof id === "number" && Number.isInteger(id)) return id;
  throw invalid(`"id" must be the integer of the request, got ${id === undefined ? "nothing" : typeof id}`);
}
