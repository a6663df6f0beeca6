// `v1/gateway/attributes`: client-side attributes of several devices in one message. Source: MQTT contract 4.4, 3.3.
import type { Handled, DEFERRED } from "../../core/acknowledgement.ts";
import type { AttributeValues, DeviceWrite } from "../../core/attributes/attribute.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { parseDeviceName } from "../../core/devices/device.ts";
import { DomainError } from "../../core/errors.ts";
import { notANumber, type ValueLimits } from "../../core/values.ts";
import { isObject } from "../../lib/members.ts";
import { Turns } from "../../lib/next-turn.ts";
import { parseAttributeValues } from "../device-api/value-text.ts";
import type { DeviceClient } from "../device-api/client.ts";
import { settle } from "../device-api/payload.ts";
import { isLong, VALUES_OF_A_STEP } from "../long-message.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { parseEntries, RefusedEntries, WrongTypes } from "./entries.ts";
import type { GatewayAttributeDeps } from "./gateway-devices.ts";

type Message = RoutedMessage<DeviceClient>;

interface KnownWrite extends DeviceWrite {
  readonly device: KnownDevice;
}

/** An accepted entry whose device is not known in memory. */
interface UnknownEntry {
  readonly name: string;
  readonly values: AttributeValues;
}

/** What has been read of a message. */
interface ReadEntries {
  readonly writes: KnownWrite[];
  readonly unknown: UnknownEntry[];
  readonly refused: RefusedEntries;
}

export class GatewayAttributes {
  readonly #deps: GatewayAttributeDeps;
  readonly #limits: ValueLimits;
  readonly #wrongTypes = new WrongTypes("the attributes of a device must be a JSON object");

  constructor(deps: GatewayAttributeDeps, limits: ValueLimits) {
    this.#deps = deps;
    this.#limits = limits;
  }

  /** Stores every valid entry with the time of receipt; creates unknown devices. */
  receive(message: Message): Handled {
    this.#deps.activity.ofClient(message.client, message.receivedAt);
    if (isLong(message)) return message.session.inSteps(this.#receiveInSteps(message));
    const read: ReadEntries = { writes: [], unknown: [], refused: new RefusedEntries(message.payload) };
    for (const entry of parseEntries(message)) this.#read(message, entry, read);
    return this.#storeRead(message, read);
  }

  *#receiveInSteps(message: Message): Generator<void, Handled, void> {
    const read: ReadEntries = { writes: [], unknown: [], refused: new RefusedEntries(message.payload) };
    const steps = new Turns(VALUES_OF_A_STEP);
    const entries = parseEntries(message);
    yield;
    for (const entry of entries) if (steps.isDue(1 + this.#read(message, entry, read))) yield;
    yield;
    return this.#storeRead(message, read);
  }

  /** Returns the number of values. */
  #read(
    message: Message,
    [name, entry]: readonly [string, unknown],
    { writes, unknown, refused }: ReadEntries,
  ): number {
    const { client, receivedAt } = message;
    const device = this.#deps.devices.find(client.device.tenantId, name);
    if (device !== undefined) this.#deps.activity.about(device, message);
    try {
      if (device === undefined) parseDeviceName(name);
      if (!isObject(entry)) {
        refused.add(name, this.#wrongTypes.refusalOf(entry));
        return 0;
      }
      const leftOut: string[] = [];
      const values = parseAttributeValues(entry, "the attributes of a device", { ...this.#limits, leftOut });
      const isProxied = name !== client.device.name;
      const breach = client.traffic.attributes(isProxied, values.length, receivedAt);
      if (breach !== null) throw breach;
      if (device === undefined) unknown.push({ name, values });
      else writes.push({ device, values });
      if (leftOut.length > 0) refused.add(name, notANumber(leftOut));
      return values.length;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.add(name, error);
      return 0;
    }
  }

  #storeRead(message: Message, { writes, unknown, refused }: ReadEntries): Handled {
    const isDue = ({ device }: KnownWrite): boolean => this.#deps.routes.isDue(message.client, device);
    return unknown.length === 0 && !writes.some(isDue)
      ? this.#store(message, writes, refused)
      : this.#prepareThenStore(message, writes, unknown, refused);
  }

  /** Creates unknown devices and connects those that are due. */
  async #prepareThenStore(
    message: Message,
    writes: KnownWrite[],
    unknown: readonly UnknownEntry[],
    refused: RefusedEntries,
  ): Promise<typeof DEFERRED | void> {
    const { client } = message;
    const names = unknown.map(({ name }) => name);
    const devices = await this.#deps.devices.findOrCreateAll(client.device, names);
    for (const [index, { name, values }] of unknown.entries()) {
      const device = devices[index];
      if (device instanceof DomainError) refused.add(name, device);
      else if (device !== undefined) {
        this.#deps.activity.about(device, message);
        writes.push({ device, values });
      }
    }
    await this.#deps.routes.connectDue(
      message,
      writes.map(({ device }) => device),
    );
    return this.#store(message, writes, refused);
  }

  #store(message: Message, writes: readonly DeviceWrite[], refused: RefusedEntries): Handled {
    const { receivedAt, session, ack } = message;
    const refusal = refused.refusal(writes.length > 0);
    if (writes.length === 0) return settle(message, refusal);
    return this.#deps.attributes.saveFromDeviceDeferred(writes, receivedAt, session, ack, refusal);
  }
}
