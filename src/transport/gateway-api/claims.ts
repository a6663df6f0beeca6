// `v1/gateway/claim`: a gateway opens claims of its proxied devices. Source: MQTT contract 4.9, 9.1, 3.3.
import type { DEFERRED } from "../../core/acknowledgement.ts";
import { parseClaimRequest, type ClaimRequest } from "../../core/claims/claim.ts";
import { parseDeviceName } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { DomainError } from "../../core/errors.ts";
import type { OpenClaims } from "../device-api/claims.ts";
import type { DeviceClient } from "../device-api/client.ts";
import { settle } from "../device-api/payload.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { parseEntries, RefusedEntries } from "./entries.ts";
import { charge, type GatewayDeps } from "./gateway-devices.ts";

type Message = RoutedMessage<DeviceClient>;

/** Claims opened in one piece: each takes a keyed digest of its secret. */
const CLAIMS_A_TURN = 100;

export interface GatewayClaimDeps extends GatewayDeps {
  readonly claims: OpenClaims;
}

export class GatewayClaims {
  readonly #deps: GatewayClaimDeps;

  constructor(deps: GatewayClaimDeps) {
    this.#deps = deps;
  }

  /** Settled when all valid claims are durable. Creates unknown devices, without a route. */
  async receive(message: Message): Promise<typeof DEFERRED> {
    const { client, payload, receivedAt } = message;
    this.#deps.activity.ofClient(client, receivedAt);
    const refused = new RefusedEntries(payload);
    const requests = this.#parse(message, refused);
    const devices = await this.#findOrCreate(client.device, requests);
    const claims: { device: KnownDevice; request: ClaimRequest }[] = [];
    for (const [index, { name, request }] of requests.entries()) {
      const device = devices[index];
      if (device instanceof DomainError) refused.add(name, device);
      else if (device !== undefined) {
        this.#deps.activity.about(device, message);
        claims.push({ device, request });
      }
    }
    await this.#open(message, claims);
    return settle(message, refused.refusal(claims.length > 0));
  }

  async #open({ session }: Message, claims: Parameters<OpenClaims["openAll"]>[0]): Promise<void> {
    for (let start = 0; start < claims.length; start += CLAIMS_A_TURN) {
      let opened: Promise<unknown> | undefined;
      await session.inTurn(() => {
        opened = this.#deps.claims.openAll(claims.slice(start, start + CLAIMS_A_TURN));
      });
      await opened;
    }
  }

  #parse(
    message: Message,
    refused: RefusedEntries,
  ): readonly { readonly name: string; readonly request: ClaimRequest }[] {
    const { client } = message;
    const { activity, devices } = this.#deps;
    const requests: { name: string; request: ClaimRequest }[] = [];
    for (const [name, entry] of parseEntries(message)) {
      const known = devices.find(client.device.tenantId, name);
      if (known !== undefined) activity.about(known, message);
      try {
        const request = parseClaimRequest(entry);
        parseDeviceName(name);
        charge(message, name);
        requests.push({ name, request });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused.add(name, error);
      }
    }
    return requests;
  }

  /** Returns one entry for each request: the device, or the error if there is none. */
  async #findOrCreate(
    gateway: KnownDevice,
    requests: readonly { readonly name: string }[],
  ): Promise<readonly (KnownDevice | DomainError | undefined)[]> {
    const found = requests.map(({ name }) => this.#deps.devices.find(gateway.tenantId, name));
    const unknown = requests.filter((_, index) => found[index] === undefined).map(({ name }) => name);
    if (unknown.length === 0) return found;
    const created = (await this.#deps.devices.findOrCreateAll(gateway, unknown)).values();
    return found.map((device) => device ?? created.next().value);
  }
}
