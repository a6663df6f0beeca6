// Subscriptions to values. Delivers bus events to the subscribers they concern, and checks read access again whenever a
// device has changed owner. Source: REST contract 15.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { Channel, Member } from "./channel.ts";
import type {
  AttributeHolder,
  AttributeSource,
  LiveSubscription,
  OwnerId,
  PresentDevices,
  Subscriber,
  TelemetrySource,
  Update,
  ValueHolder,
  WatchedOwner,
  SubscriptionRequest,
} from "./subscription.ts";
import type { ValueEvent } from "./value-event.ts";
import { AttributeState, LatestState, PointsFromState, type ValueState } from "./value-state.ts";
import { WatchedValues } from "./watched-values.ts";

export interface SubscriptionDeps {
  readonly telemetry: TelemetrySource;
  readonly attributes: AttributeSource;
  readonly devices: PresentDevices;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface SubscriptionOptions {
  /** Changed values of one owner held while its present values are being read; more end the subscription. */
  readonly heldValuesMax: number;
}

export class Subscriptions {
  readonly #deps: SubscriptionDeps;
  readonly #options: SubscriptionOptions;
  readonly #watched = new Map<OwnerId, WatchedValues>();
  readonly #now = (): number => this.#deps.clock.now();
  /** How often changes were missed that have not been read again. */
  readonly #missed = { telemetry: 0, attributes: 0 };
  #count = 0;
  #subscription: Subscription | undefined;

  constructor(deps: SubscriptionDeps, options: SubscriptionOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** The number of subscriptions and of watched owners. */
  get counts(): { readonly subscriptions: number; readonly owners: number } {
    return { subscriptions: this.#count, owners: this.#watched.size };
  }

  /** The device registry must already be subscribed to the bus, because changes are looked up there. */
  start(): void {
    const { bus } = this.#deps;
    this.#subscription = listen(bus, {
      "telemetry-stored": (event) => this.#take(event.ownerId, event),
      "telemetry-deleted": (event) => this.#take(event.ownerId, event),
      "attributes-saved": ({ deviceId, scope, values, ts }) =>
        this.#take(deviceId, { kind: "saved", scope, values, ts }),
      "attributes-deleted": ({ deviceId, scope, keys }) => this.#take(deviceId, { kind: "deleted", scope, keys }),
      "other-attributes-saved": ({ ownerId, scope, values, ts }) =>
        this.#take(ownerId, { kind: "saved", scope, values, ts }),
      "attributes-missed": ({ ownerId }) => void this.#attributesMissed(ownerId),
      "points-missed": () => void this.#readAgain("telemetry"),
      "changes-missed": () => void this.#readAgain("attributes"),
      "other-attributes-deleted": ({ ownerId, scope, keys }) => this.#take(ownerId, { kind: "deleted", scope, keys }),
      "device-changed": ({ deviceId }) => this.#deviceChanged(deviceId),
      "device-deleted": ({ deviceId }) => this.#ownerGone(deviceId, `device ${deviceId} does not exist any more`),
      "customer-deleted": ({ customerId }) =>
        this.#ownerGone(customerId, `customer ${customerId} does not exist any more`),
      "user-deleted": ({ userId }) => this.#ownerGone(userId, `user ${userId} does not exist any more`),
      "tenant-deleted": ({ tenantId }) => this.#tenantGone(tenantId),
    });
  }

  /** Subscribers receive nothing from now on. */
  stop(): void {
    this.#subscription?.cancel();
  }

  /**
   * Resolves when the subscriber has the present state; later changes follow without a gap. Rejects with `forbidden` if
   * the subscriber may not read the owner, `not-found` if the owner no longer exists, `unavailable` if it cannot be
   * read or too much changed meanwhile, and with any error of the request's `read`.
   */
  async subscribe(
    owner: WatchedOwner,
    request: SubscriptionRequest,
    subscriber: Subscriber,
  ): Promise<LiveSubscription> {
    const values = this.#valuesOf(owner);
    values.arriving++;
    try {
      // The owner may have changed before the first subscription, so it is refreshed.
      if (owner.kind === "device") await this.#deps.devices.refreshed(owner.device.id);
      for (let wait = values.checking; wait !== undefined; wait = values.checking) await wait;
      if (owner.kind === "device" && owner.device.deleted)
        throw new DomainError("not-found", `device ${owner.device.id} does not exist`);
      const channel = this.#channelFor(values, owner, request);
      const membership = new Membership({
        owner,
        subscriber,
        channel,
        left: () => {
          this.#count--;
          this.#left(values, channel);
        },
      });
      this.#count++;
      try {
        await channel.join(membership);
      } catch (error) {
        membership.cancel();
        throw error;
      }
      return membership;
    } finally {
      values.arriving--;
      this.#release(values);
    }
  }

  #valuesOf(owner: WatchedOwner): WatchedValues {
    const id = idOf(owner);
    const known = this.#watched.get(id);
    if (known !== undefined) return known;
    const values = new WatchedValues(owner, this.#options.heldValuesMax);
    this.#watched.set(id, values);
    return values;
  }

  #channelFor(values: WatchedValues, owner: WatchedOwner, request: SubscriptionRequest): Channel {
    // A subscriber that starts at a given time reads the past itself, so it cannot share a channel.
    const name =
      request.kind === "points-from"
        ? undefined
        : JSON.stringify([request.kind, request.kind === "attributes" ? request.scope : null, request.keys]);
    const known = name === undefined ? undefined : values.find(name);
    if (known !== undefined) return known;
    const kind = request.kind === "attributes" ? "attributes" : "telemetry";
    const channel = values.add(kind, name, () => this.#read(owner, request));
    // Not awaited here: the subscribers that wait for the channel learn the outcome.
    void channel.open();
    return channel;
  }

  #read(owner: WatchedOwner, request: SubscriptionRequest): Promise<ValueState> {
    switch (request.kind) {
      case "attributes":
        return this.#readAttributes(owner, request);
      case "latest":
      case "points-from":
        return this.#readTelemetry(owner.kind === "device" ? owner.device : owner.holder, request);
    }
  }

  async #readTelemetry(
    holder: ValueHolder,
    request: Exclude<SubscriptionRequest, { kind: "attributes" }>,
  ): Promise<ValueState> {
    const { telemetry } = this.#deps;
    await telemetry.watch(holder);
    if (request.kind === "points-from") {
      const read = await request.read();
      // Values just read may not have been published yet. Their events must arrive before the state opens; later they
      // would look like news.
      await telemetry.settled();
      return new PointsFromState(request, read, this.#now);
    }
    const read = await telemetry.latest(holder, request.keys);
    await telemetry.settled();
    return new LatestState(request.keys, read, this.#now);
  }

  async #readAttributes(
    owner: WatchedOwner,
    { scope, keys }: Extract<SubscriptionRequest, { kind: "attributes" }>,
  ): Promise<ValueState> {
    const { attributes } = this.#deps;
    const of = attributeHolder(owner);
    await attributes.watch(of);
    const read = await attributes.readInTurns(of, { scope: scope === "any" ? "all" : scope, keys });
    await attributes.settled();
    return new AttributeState({ scope, keys }, read, this.#now);
  }

  #take(ownerId: OwnerId, event: ValueEvent): void {
    this.#watched.get(ownerId)?.take(event);
  }

  /**
   * Owner after owner, so that one query runs at a time. Points are lost to those who watch if they cannot be read now; attributes
   * are soon read again.
   */
  async #readAgain(kind: Channel["kind"]): Promise<void> {
    const isRunning = this.#missed[kind] > 0;
    this.#missed[kind]++;
    while (!isRunning && this.#missed[kind] > 0) {
      const missed = this.#missed[kind];
      for (const values of [...this.#watched.values()])
        try {
          await values.readAgain(kind);
        } catch (error) {
          this.#deps.log.warn("watched values could not be read again", { kind, error });
          if (kind === "telemetry" && error instanceof DomainError) this.#end(values, error);
        }
      // Once more if it happened again meanwhile.
      this.#missed[kind] = this.#missed[kind] > missed ? 1 : 0;
    }
  }

  async #attributesMissed(ownerId: OwnerId): Promise<void> {
    try {
      await this.#watched.get(ownerId)?.readAgain("attributes");
    } catch (error) {
      this.#deps.log.warn("watched attributes could not be read again", { ownerId, error });
    }
  }

  #end(values: WatchedValues, reason: DomainError): void {
    values.end(reason);
    this.#release(values);
  }

  #deviceChanged(deviceId: DeviceId): void {
    const values = this.#watched.get(deviceId);
    if (values === undefined) return;
    values.check(this.#deps.devices.refreshed(deviceId), () => this.#release(values));
  }

  #ownerGone(ownerId: OwnerId, message: string): void {
    const values = this.#watched.get(ownerId);
    if (values === undefined) return;
    this.#end(values, new DomainError("not-found", message));
  }

  #tenantGone(tenantId: TenantId): void {
    this.#ownerGone(tenantId, `tenant ${tenantId} does not exist any more`);
    for (const { owner } of [...this.#watched.values()])
      if (owner.kind === "device" && owner.device.tenantId === tenantId)
        this.#ownerGone(owner.device.id, `device ${owner.device.id} does not exist any more`);
  }

  #left(values: WatchedValues, channel: Channel): void {
    if (channel.size > 0) return;
    values.remove(channel);
    this.#release(values);
  }

  /** Stops watching if no subscriber is left. */
  #release(values: WatchedValues): void {
    const { owner } = values;
    const id = idOf(owner);
    if (this.#watched.get(id) !== values) return;
    if (!values.has("telemetry")) this.#deps.telemetry.unwatch(id);
    if (!values.has("attributes")) this.#deps.attributes.unwatch(attributeHolder(owner));
    if (values.isIdle) this.#watched.delete(id);
  }
}

interface MembershipDeps {
  readonly owner: WatchedOwner;
  readonly subscriber: Subscriber;
  readonly channel: Channel;
  readonly left: () => void;
}

class Membership implements Member, LiveSubscription {
  readonly #deps: MembershipDeps;
  #isOver = false;

  constructor(deps: MembershipDeps) {
    this.#deps = deps;
  }

  isPermitted(): boolean {
    if (this.#deps.owner.kind === "other") return true;
    const { device } = this.#deps.owner;
    return !device.deleted && this.#deps.subscriber.mayRead(device);
  }

  updated(update: Update): void {
    if (!this.#isOver) this.#deps.subscriber.updated(update);
  }

  ended(reason: DomainError): void {
    if (this.#isOver) return;
    this.cancel();
    this.#deps.subscriber.ended(reason);
  }

  present(): Update | undefined {
    return this.#deps.channel.present();
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deps.channel.leave(this);
    this.#deps.left();
  }
}

function attributeHolder(owner: WatchedOwner): AttributeHolder {
  return owner.kind === "device" ? owner.device : { id: owner.holder.id, tenantId: null };
}

function idOf(owner: WatchedOwner): OwnerId {
  return owner.kind === "device" ? owner.device.id : owner.holder.id;
}
