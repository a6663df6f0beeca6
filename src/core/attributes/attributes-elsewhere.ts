// Attributes that are watched on another node than the one that changes them: the change travels as a fact, and is published there as
// if it had happened there. Nothing travels of what nobody watches. Two nodes that change the same attribute within the
// milliseconds that a fact takes may be heard in another order than that of the database; a watcher then shows what is stored within a
// minute, when it is read again (`changes-missed`).
import type { AttributeChange, EventOf, Published } from "../bus/events.ts";
import { listen, type LocalBus, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { CustomerId, DeviceId, NodeId, TenantId, UserId } from "../ids.ts";
import { fromPlainValues, plainValues } from "../plain-values.ts";
import type { SharedWatches } from "../shared-watches.ts";
import type { AttributeOwner } from "./attribute.ts";
import type { AttributeService } from "./attribute-service.ts";

export interface AttributesElsewhereDeps {
  readonly watches: SharedWatches;
  readonly attributes: Pick<AttributeService, "publishWrites" | "withholdWrites">;
  readonly bus: MessageBus;
  readonly local: LocalBus;
}

/** Characters of keys and values of a change that travels; of a larger one only the fact does. */
const TEXT_MAX = 10_000;

type Fact = Published<EventOf<"watched-attributes-changed">>;

export class AttributesElsewhere {
  readonly #deps: AttributesElsewhereDeps;
  #subscription: Subscription | undefined;

  constructor(deps: AttributesElsewhereDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { watches, attributes, local } = this.#deps;
    watches.join("attributes", {
      begun: ({ id, tenantId }, node) => attributes.publishWrites({ id: id as DeviceId, tenantId }, node),
      ended: ({ id }, node) => attributes.withholdWrites(id as DeviceId, node),
    });
    this.#subscription = listen(local, {
      "attributes-saved": ({ deviceId, tenantId, scope, values, ts, nodeId }) =>
        this.#changed({ id: deviceId, tenantId }, nodeId, () => ({
          kind: "saved",
          scope,
          values: plainValues(values),
          ts,
        })),
      "attributes-deleted": ({ deviceId, tenantId, scope, keys, nodeId }) =>
        this.#changed({ id: deviceId, tenantId }, nodeId, () => ({ kind: "deleted", scope, keys })),
      "other-attributes-saved": ({ ownerId, scope, values, ts, nodeId }) =>
        this.#changed({ id: ownerId, tenantId: null }, nodeId, () => ({
          kind: "saved",
          scope,
          values: plainValues(values),
          ts,
        })),
      "other-attributes-deleted": ({ ownerId, scope, keys, nodeId }) =>
        this.#changed({ id: ownerId, tenantId: null }, nodeId, () => ({ kind: "deleted", scope, keys })),
      "watched-attributes-changed": (fact) => this.#heard(fact),
    });
  }

  stop(): void {
    this.#subscription?.cancel();
  }

  #changed({ id, tenantId }: AttributeOwner, nodeId: NodeId, change: () => AttributeChange): void {
    const { watches, bus, local } = this.#deps;
    if (nodeId !== local.nodeId || !watches.isWatchedElsewhere("attributes", id)) return;
    const changed = change();
    const fits = textLengthOf(changed) <= TEXT_MAX;
    bus.publish({
      kind: "watched-attributes-changed",
      ownerId: id,
      tenantId,
      change: fits ? changed : null,
    });
  }

  #heard({ ownerId, tenantId, change, nodeId }: Fact): void {
    const { watches, local } = this.#deps;
    if (nodeId === local.nodeId || !watches.isWatchedHere("attributes", ownerId)) return;
    if (change === null) {
      local.deliver({ kind: "attributes-missed", ownerId, nodeId });
      return;
    }
    if (tenantId === null) {
      const of = { ownerId: ownerId as TenantId | CustomerId | UserId, nodeId };
      local.deliver(
        change.kind === "saved"
          ? { ...change, kind: "other-attributes-saved", ...of, values: fromPlainValues(change.values) }
          : { ...change, kind: "other-attributes-deleted", ...of },
      );
      return;
    }
    const of = { deviceId: ownerId as DeviceId, tenantId, nodeId };
    local.deliver(
      change.kind === "saved"
        ? { ...change, kind: "attributes-saved", ...of, values: fromPlainValues(change.values) }
        : { ...change, kind: "attributes-deleted", ...of },
    );
  }
}

function textLengthOf(change: AttributeChange): number {
  return JSON.stringify(change.kind === "saved" ? change.values : change.keys).length;
}
