// The subscriptions of one session: which filters it may subscribe to, which it has, and the codes of SUBACK and
// UNSUBACK (MQTT contract 2). Filters of the platform are compared as literal strings, never as patterns.
import type { SubscribePacket, UnsubscribePacket } from "./codec.ts";
import type { Filters, GrantedFilter } from "./mqtt-api.ts";
import {
  SUBACK_QUOTA_EXCEEDED,
  SUBACK_REFUSED,
  SUBACK_REFUSED_V3,
  SUBACK_SHARED,
  UNSUBACK_NO_SUBSCRIPTION,
  UNSUBACK_SUCCESS,
} from "./reason-codes.ts";
import type { Qos } from "./routed-message.ts";

export interface Subscribed {
  /** One code for each filter of the packet, in order. */
  readonly codes: readonly number[];
  readonly granted: readonly GrantedFilter[];
}

export interface Unsubscribed {
  readonly codes: readonly number[];
  readonly removed: readonly string[];
}

/**
 * Most filters of one session; further ones are refused. Needed because a profile's pattern may accept any number of
 * filters.
 */
const FILTERS_MAX = 100;

export class Subscriptions {
  readonly #protocol: 3 | 4 | 5;
  readonly #accepted: Filters;
  /** Created for the first filter: many sessions never subscribe. */
  #qosByFilter: Map<string, Qos> | undefined;

  constructor(protocol: 3 | 4 | 5, accepted: Filters) {
    this.#protocol = protocol;
    this.#accepted = accepted;
  }

  qos(filter: string): Qos | undefined {
    return this.#qosByFilter?.get(filter);
  }

  add(packet: SubscribePacket): Subscribed {
    const codes: number[] = [];
    const granted: GrantedFilter[] = [];
    for (const { filter, qos: requested } of packet.filters) {
      if (!this.#accepted.has(filter)) {
        codes.push(this.#refusalOf(filter));
        continue;
      }
      this.#qosByFilter ??= new Map();
      if (this.#qosByFilter.size >= FILTERS_MAX && !this.#qosByFilter.has(filter)) {
        codes.push(this.#protocol === 5 ? SUBACK_QUOTA_EXCEEDED : SUBACK_REFUSED_V3);
        continue;
      }
      const qos = requested === 0 ? 0 : 1;
      this.#qosByFilter.set(filter, qos);
      codes.push(qos);
      granted.push({ filter, qos });
    }
    return { codes, granted };
  }

  remove(packet: UnsubscribePacket): Unsubscribed {
    const codes: number[] = [];
    const removed: string[] = [];
    for (const filter of packet.filters) {
      const wasThere = this.#qosByFilter?.delete(filter) === true;
      codes.push(wasThere ? UNSUBACK_SUCCESS : UNSUBACK_NO_SUBSCRIPTION);
      if (wasThere) removed.push(filter);
    }
    return { codes, removed };
  }

  #refusalOf(filter: string): number {
    if (this.#protocol !== 5) return SUBACK_REFUSED_V3;
    return filter.startsWith("$share/") ? SUBACK_SHARED : SUBACK_REFUSED;
  }
}
