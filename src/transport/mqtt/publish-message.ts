// The one object that a PUBLISH costs on its way to its route.
import type { EpochMillis } from "../../lib/clock.ts";
import type { MqttSession, RoutedMessage } from "./routed-message.ts";
import type { RouteMatch } from "./topic-router.ts";

/** What a message takes from its session instead of carrying it along. */
export interface PublishingSession<Client> extends MqttSession {
  readonly client: Client;
  readonly signal: AbortSignal;
}

export class PublishMessage<Client> implements RoutedMessage<Client> {
  readonly session: PublishingSession<Client>;
  readonly topic: string;
  readonly id: number;
  readonly n: number;
  readonly payload: Buffer;
  readonly receivedAt: EpochMillis;
  readonly slot: number;

  constructor(
    session: PublishingSession<Client>,
    match: RouteMatch<Client>,
    payload: Buffer,
    receivedAt: EpochMillis,
    slot: number,
  ) {
    this.session = session;
    this.topic = match.topic;
    this.id = match.id;
    this.n = match.n;
    this.payload = payload;
    this.receivedAt = receivedAt;
    this.slot = slot;
  }

  get client(): Client {
    return this.session.client;
  }

  get signal(): AbortSignal {
    return this.session.signal;
  }
}
