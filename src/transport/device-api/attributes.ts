// A device's own attributes: `v1/devices/me/attributes` and its short forms. Source: MQTT contract 6.2, 6.3.
import { DEFERRED, refusedPart, type Handled } from "../../core/acknowledgement.ts";
import type { AttributeOwner, AttributeValues, StoredAttribute } from "../../core/attributes/attribute.ts";
import type { AttributeService } from "../../core/attributes/attribute-service.ts";
import { notANumber, type ValueLimits } from "../../core/values.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import type { Activity } from "./activity.ts";
import { parseAttributeQuery, type AttributeQuery, type WantedKeys } from "./attribute-query.ts";
import { parseAttributeValues, writeValues } from "./value-text.ts";
import type { DeviceClient } from "./client.ts";
import { membersOf, parseObject, parsePayload, publishAnswer, refuse, settle } from "./payload.ts";

/** The part of the attribute service that the topic APIs need. */
export type ClientAttributes = Pick<AttributeService, "saveFromDeviceDeferred" | "readInTurns">;

export class DeviceAttributes {
  readonly #attributes: ClientAttributes;
  readonly #activity: Activity;
  readonly #limits: ValueLimits;

  constructor(attributes: ClientAttributes, activity: Activity, limits: ValueLimits) {
    this.#attributes = attributes;
    this.#activity = activity;
    this.#limits = limits;
  }

  /** Stores client-side attributes with the time of receipt. */
  receive(message: RoutedMessage<DeviceClient>): Handled {
    const { client, receivedAt, session, ack } = message;
    this.#activity.ofClient(client, receivedAt);
    let values: AttributeValues;
    const leftOut: string[] = [];
    try {
      values = parseAttributeValues(parsePayload(message), "the payload", { ...this.#limits, leftOut });
    } catch (error) {
      return refuse(message, error);
    }
    const breach = client.traffic.attributes(false, values.length, receivedAt);
    if (breach !== null) return refuse(message, breach);
    const refusal =
      leftOut.length === 0 ? undefined : refusedPart(notANumber(leftOut), values.length > 0, message.payload);
    const write = { device: client.device, values };
    return this.#attributes.saveFromDeviceDeferred([write], receivedAt, session, ack, refusal);
  }

  /** Answers on `answerFilter`, with the request id in place of its `+`. */
  async answer(
    message: RoutedMessage<DeviceClient>,
    answerFilter: string,
    write: (found: FoundAttributes, query: AttributeQuery) => string | Uint8Array = writeByScope,
  ): Promise<typeof DEFERRED> {
    const { client, receivedAt } = message;
    this.#activity.ofClient(client, receivedAt);
    const query = parseAttributeQuery(membersOf(parseObject(message)));
    const breach = client.traffic.message(false, receivedAt);
    if (breach !== null) throw breach;
    await message.session.settled();
    const found = await readAttributes(this.#attributes, client.device, query);
    settle(message);
    await message.session.inTurn(() => {
      publishAnswer(message, answerFilter, answerFilter.replace("+", String(message.id)), write(found, query));
    });
    return DEFERRED;
  }
}

/** The attributes found in each requested scope. */
export interface FoundAttributes {
  readonly client?: readonly StoredAttribute[];
  readonly shared?: readonly StoredAttribute[];
}

export async function readAttributes(
  attributes: ClientAttributes,
  device: AttributeOwner,
  query: AttributeQuery,
): Promise<FoundAttributes> {
  const read = async (scope: "CLIENT_SCOPE" | "SHARED_SCOPE", keys: WantedKeys): Promise<readonly StoredAttribute[]> =>
    keys === "none" ? [] : attributes.readInTurns(device, { scope, keys });
  const [client, shared] = await Promise.all([read("CLIENT_SCOPE", query.client), read("SHARED_SCOPE", query.shared)]);
  return { ...(query.client === "none" ? {} : { client }), ...(query.shared === "none" ? {} : { shared }) };
}

/** Writes `{"client":{…},"shared":{…}}`, without a scope in which nothing was found. */
export function writeByScope(found: FoundAttributes): string {
  const scopes = (["client", "shared"] as const).filter((scope) => (found[scope]?.length ?? 0) > 0);
  return `{${scopes.map((scope) => `"${scope}":${writeFound(found[scope] ?? [])}`).join(",")}}`;
}

export function writeFound(found: readonly StoredAttribute[]): string {
  return writeValues(found.map(({ key, value }) => [key, value] as const));
}
