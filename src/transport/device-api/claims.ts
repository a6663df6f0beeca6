// A device opens its own claim: `v1/devices/me/claim` and `v2/c`. Source: MQTT contract 9.1.
import {
  parseClaimRequest,
  type ClaimingDevice,
  type ClaimRequest,
  type OpenedClaim,
} from "../../core/claims/claim.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import type { Activity } from "./activity.ts";
import type { DeviceClient } from "./client.ts";
import { parseObject } from "./payload.ts";

/** The part of the claim service that the topic APIs need. */
export interface OpenClaims {
  /** Resolves when the claims are durable. The sender does not learn what became of each. */
  openAll(
    requests: readonly { readonly device: ClaimingDevice; readonly request: ClaimRequest }[],
  ): Promise<readonly OpenedClaim[]>;
}

export class DeviceClaims {
  readonly #claims: OpenClaims;
  readonly #activity: Activity;

  constructor(claims: OpenClaims, activity: Activity) {
    this.#claims = claims;
    this.#activity = activity;
  }

  async receive(message: RoutedMessage<DeviceClient>): Promise<void> {
    const { client, payload, receivedAt } = message;
    this.#activity.ofClient(client, receivedAt);
    const request = parseClaimRequest(payload.length === 0 ? {} : parseObject(message));
    const breach = client.traffic.message(false, receivedAt);
    if (breach !== null) throw breach;
    await this.#claims.openAll([{ device: client.device, request }]);
  }
}
