// The only topic of a provisioning session: `/provision/request`. Source: MQTT contract 6.6.
import { DEFERRED } from "../../core/acknowledgement.ts";
import { DomainError } from "../../core/errors.ts";
import { parseProvisionRequest, type ProvisionRequest } from "../../core/devices/provision-request.ts";
import type { CheckedCredentials } from "../../core/devices/credentials.ts";
import type { ProvisionOutcome } from "../../core/devices/provisioning.ts";
import type { Clock } from "../../lib/clock.ts";
import { writeJson } from "../../lib/json.ts";
import type { Route, RoutedMessage } from "../mqtt/routed-message.ts";
import { forProvisioning, type Client, type ProvisioningClient } from "./client.ts";
import { PROVISIONING_RESPONSE_TOPIC } from "./filters.ts";
import { parsePayload, publishAnswer, settle } from "./payload.ts";

export interface Provisioning {
  /**
   * `address` is the client's, as reported by trusted proxies. Rejects with `rate-limited` after repeated wrong keys
   * and secrets.
   */
  provision(request: ProvisionRequest, address: string): Promise<ProvisionOutcome>;
}

export class ProvisioningApi {
  readonly #provisioning: Provisioning;
  readonly #clock: Clock;
  readonly #lingerMillis: number;

  /** `lingerMillis` is how long a session stays open after its first answer. */
  constructor(provisioning: Provisioning, clock: Clock, lingerMillis: number) {
    this.#provisioning = provisioning;
    this.#clock = clock;
    this.#lingerMillis = lingerMillis;
  }

  routes(): readonly Route<Client>[] {
    return [forProvisioning({ topic: "/provision/request", handle: (message) => this.#answer(message) })];
  }

  async #answer(message: RoutedMessage<ProvisioningClient>): Promise<typeof DEFERRED> {
    const { client, session } = message;
    const outcome = await this.#provision(parseProvisionRequest(parsePayload(message)), client.address);
    settle(message);
    publishAnswer(message, PROVISIONING_RESPONSE_TOPIC, PROVISIONING_RESPONSE_TOPIC, writeProvisionOutcome(outcome));
    if (session.isOpen)
      client.closing ??= this.#clock.after(this.#lingerMillis, () => {
        session.close("provisioned");
      });
    return DEFERRED;
  }

  /** Returns a refusal as an outcome: clients wait for an answer, and MQTT 3 has no other way to refuse. */
  async #provision(request: ProvisionRequest, address: string): Promise<ProvisionOutcome> {
    try {
      return await this.#provisioning.provision(request, address);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== "rate-limited") throw error;
      return { status: "FAILURE", message: error.message };
    }
  }
}

/** The JSON is the same over MQTT and HTTP. */
export function writeProvisionOutcome(outcome: ProvisionOutcome): string {
  if (outcome.status !== "SUCCESS") return writeJson({ status: outcome.status, errorMsg: outcome.message });
  const { credentials } = outcome;
  return `{"status":"SUCCESS","credentialsType":"${credentials.kind}","credentialsValue":${valueOf(credentials)}}`;
}

function valueOf({ kind, credentialsId, credentialsValue }: CheckedCredentials): string {
  switch (kind) {
    case "ACCESS_TOKEN":
      return JSON.stringify(credentialsId);
    case "MQTT_BASIC":
      // The stored text is a JSON object.
      return credentialsValue ?? "{}";
    case "X509_CERTIFICATE":
      return JSON.stringify(credentialsValue ?? credentialsId);
  }
}
