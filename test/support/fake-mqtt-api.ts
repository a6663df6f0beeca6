// The platform as the MQTT transport sees it, in memory: its topics let a test decide when and how a message is settled,
// and it writes down every call.
import { DEFERRED, type Handled, type Refusal } from "../../src/core/acknowledgement.ts";
import { DomainError, type ErrorKind } from "../../src/core/errors.ts";
import type {
  Admission,
  ClosedReason,
  ConnectRequest,
  GrantedFilter,
  MqttApi,
  RefusedPublish,
} from "../../src/transport/mqtt/mqtt-api.ts";
import type { MqttSession, Route, RoutedMessage } from "../../src/transport/mqtt/routed-message.ts";
import { TopicRouter } from "../../src/transport/mqtt/topic-router.ts";

/** A client is known by its username. */
export interface FakeClient {
  readonly name: string;
}

export type FakeCall =
  | { readonly call: "opened"; readonly client: string }
  | { readonly call: "subscribed"; readonly client: string; readonly filters: readonly GrantedFilter[] }
  | { readonly call: "unsubscribed"; readonly client: string; readonly filters: readonly string[] }
  | { readonly call: "activity"; readonly client: string }
  | { readonly call: "refused"; readonly client: string; readonly publish: RefusedPublish }
  | { readonly call: "closed"; readonly client: string; readonly reason: ClosedReason };

export interface FakeTerms {
  readonly maxPayloadSize?: number;
  readonly closeOnUnknownTopic?: boolean;
}

export class FakeMqttApi implements MqttApi<FakeClient> {
  readonly calls: FakeCall[] = [];
  readonly connects: ConnectRequest[] = [];
  /** Messages whose route has been reached, oldest first. */
  readonly messages: RoutedMessage<FakeClient>[] = [];
  /** Messages of "t/deferred" that a test has to settle. */
  readonly deferred: RoutedMessage<FakeClient>[] = [];
  /** Handlers of "t/promise" that a test has to resolve or reject. */
  readonly handlers: PromiseWithResolvers<void>[] = [];
  /** Steps of messages of "t/steps" that have run. */
  steps = 0;
  /** Runs in each of them. */
  whenStep: (() => void) | undefined;
  readonly sessions = new Map<string, MqttSession>();
  terms: FakeTerms = {};
  filters: ReadonlySet<string> = new Set(["f/one", "f/two", "f/+/three"]);
  /** Replaces the acceptance of everybody. */
  admit: ((connect: ConnectRequest, signal: AbortSignal) => Promise<Admission<FakeClient>>) | undefined;
  whenOpened: ((session: MqttSession) => void) | undefined;
  whenSubscribed: ((session: MqttSession) => void) | undefined;
  #waiters: { readonly isReached: () => boolean; readonly resolve: () => void }[] = [];

  readonly router: TopicRouter<FakeClient> = new TopicRouter<FakeClient>([
    this.#route("t/ok", (message) => {
      message.session.settle(message.ack, undefined);
      message.session.flush();
      return DEFERRED;
    }),
    this.#route("t/deferred", (message) => {
      this.deferred.push(message);
      return DEFERRED;
    }),
    this.#route("t/promise", () => {
      const handler = Promise.withResolvers<void>();
      this.handlers.push(handler);
      return handler.promise;
    }),
    // The payload is the number of steps.
    this.#route("t/steps", (message) => message.session.inSteps(this.#inSteps(message))),
    this.#route("t/settled", async (message) => {
      await message.session.settled();
    }),
    // The payload names the kind of the error.
    this.#route("t/throw", (message) => {
      throw failure(message);
    }),
    this.#route("t/reject", (message) => Promise.reject(failure(message))),
    this.#route("t/partly", (message) => {
      const refusal: Refusal = { entries: [{ device: "B", error: failure(message) }], partly: true };
      message.session.settle(message.ack, refusal);
      message.session.flush();
      return DEFERRED;
    }),
    this.#route("t/bug", () => {
      throw new TypeError("a bug");
    }),
    this.#route("t/{id}", (message) => {
      message.session.settle(message.ack, undefined);
      message.session.flush();
      return DEFERRED;
    }),
  ]);

  authenticate(connect: ConnectRequest, signal: AbortSignal): Promise<Admission<FakeClient>> {
    this.connects.push(connect);
    return this.admit?.(connect, signal) ?? Promise.resolve(this.accepted(connect));
  }

  accepted(connect: ConnectRequest): Admission<FakeClient> {
    return {
      kind: "accepted",
      client: { name: connect.username ?? connect.clientId },
      router: this.router,
      filters: this.filters,
      maxPayloadSize: 65_536,
      ...this.terms,
    };
  }

  opened(client: FakeClient, session: MqttSession): void {
    this.sessions.set(client.name, session);
    this.#called({ call: "opened", client: client.name });
    this.whenOpened?.(session);
  }

  subscribed(client: FakeClient, filters: readonly GrantedFilter[]): void {
    this.#called({ call: "subscribed", client: client.name, filters });
    this.whenSubscribed?.(this.session(client.name));
  }

  unsubscribed(client: FakeClient, filters: readonly string[]): void {
    this.#called({ call: "unsubscribed", client: client.name, filters });
  }

  activity(client: FakeClient): void {
    this.#called({ call: "activity", client: client.name });
  }

  remarked(): void {}

  refused(client: FakeClient, publish: RefusedPublish): void {
    this.#called({ call: "refused", client: client.name, publish });
  }

  settled(): void {}

  closed(client: FakeClient, reason: ClosedReason): void {
    this.#called({ call: "closed", client: client.name, reason });
  }

  session(name: string): MqttSession {
    const session = this.sessions.get(name);
    if (session === undefined) throw new Error(`no session of "${name}" has been opened`);
    return session;
  }

  /** Settles the oldest message of "t/deferred". */
  settleOldest(refusal?: Refusal): void {
    const message = this.deferred.shift();
    if (message === undefined) throw new Error("no acknowledgement is pending");
    message.session.settle(message.ack, refusal);
    message.session.flush();
  }

  refusals(): RefusedPublish[] {
    return this.calls.flatMap((call) => (call.call === "refused" ? [call.publish] : []));
  }

  closings(): ClosedReason[] {
    return this.calls.flatMap((call) => (call.call === "closed" ? [call.reason] : []));
  }

  /** Resolves as soon as `isReached`, which is asked again after every call and message. */
  until(isReached: () => boolean): Promise<void> {
    if (isReached()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiters.push({
      isReached,
      resolve: () => {
        resolve(undefined);
      },
    });
    return promise;
  }

  *#inSteps({ session, ack, payload }: RoutedMessage<FakeClient>): Generator<void, Handled, void> {
    for (let left = Number(payload); left > 0; left--) {
      this.steps++;
      this.whenStep?.();
      this.#wake();
      if (left > 1) yield;
    }
    session.settle(ack, undefined);
    session.flush();
    return DEFERRED;
  }

  #route(topic: string, handle: Route<FakeClient>["handle"]): Route<FakeClient> {
    return {
      topic,
      handle: (message) => {
        this.messages.push(message);
        try {
          return handle(message);
        } finally {
          this.#wake();
        }
      },
    };
  }

  #called(call: FakeCall): void {
    this.calls.push(call);
    this.#wake();
  }

  #wake(): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      if (!waiter.isReached()) return true;
      waiter.resolve();
      return false;
    });
  }
}

function failure(message: RoutedMessage<FakeClient>): DomainError {
  const kind = message.payload.toString() as ErrorKind;
  return new DomainError(kind, `the message is ${kind}`);
}
