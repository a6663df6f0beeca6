// Which route takes a topic. Topics are literal but for a number that may end them, `{id}`, or two, `{id}` and `{part}` at the
// end; looking one up costs up to three searches in a map, and a session keeps the match of its last topic.
import type { Route } from "./routed-message.ts";

export interface RouteMatch<Client> {
  readonly route: Route<Client>;
  /** The topic as sent. */
  readonly topic: string;
  /** The number in the place of `{id}`, -1 where the route has none. */
  readonly id: number;
  /** The same for `{part}`. */
  readonly part: number;
}

/** Undefined where no route has this topic. */
export interface Topics<Client> {
  find(topic: string): RouteMatch<Client> | undefined;
}

const NUMBER = "{id}";
const PART = "{part}";
const INT32_MAX = 2_147_483_647;
const DIGITS = /^[0-9]{1,10}$/;

export class TopicRouter<Client> implements Topics<Client> {
  readonly #literal = new Map<string, RouteMatch<Client>>();
  /** By what stands before the number. */
  readonly #numbered = new Map<string, Route<Client>>();
  /** By what stands before the second number, with `{id}` in the place of the first. */
  readonly #parted = new Map<string, Route<Client>>();

  /** Throws when two routes have one topic, or a topic has an unknown place. */
  constructor(routes: readonly Route<Client>[]) {
    for (const route of routes) this.#add(route);
  }

  #add(route: Route<Client>): void {
    const { topic } = route;
    const last = [NUMBER, PART].find((place) => topic.endsWith(`/${place}`)) ?? "";
    const stem = topic.slice(0, topic.length - last.length);
    const hasFirst = stem.includes(`/${NUMBER}/`);
    if ((last === PART) !== hasFirst || stem.replace(`/${NUMBER}/`, "/").includes("{"))
      throw new Error(
        `the topic "${topic}" may hold ${NUMBER} as its last segment, or before ${PART} as the last, alone`,
      );
    const taken = last === "" ? this.#literal : last === PART ? this.#parted : this.#numbered;
    if (taken.has(stem)) throw new Error(`two routes for the topic "${topic}"`);
    if (last === "") this.#literal.set(topic, { route, topic, id: -1, part: -1 });
    else (last === PART ? this.#parted : this.#numbered).set(stem, route);
  }

  /** Undefined where no route has this topic; a number outside 0 to 2^31-1 does not match (MQTT contract 6.1). */
  find(topic: string): RouteMatch<Client> | undefined {
    return this.#literal.get(topic) ?? this.#findNumbered(topic);
  }

  #findNumbered(topic: string): RouteMatch<Client> | undefined {
    const at = topic.lastIndexOf("/") + 1;
    const last = numberOf(topic.slice(at));
    if (last === undefined) return undefined;
    const route = this.#numbered.get(topic.slice(0, at));
    return route === undefined ? this.#findParted(topic, at, last) : { route, topic, id: last, part: -1 };
  }

  #findParted(topic: string, at: number, part: number): RouteMatch<Client> | undefined {
    if (this.#parted.size === 0 || at < 2) return undefined;
    const end = topic.lastIndexOf("/", at - 2);
    const start = topic.lastIndexOf("/", end - 1) + 1;
    const id = end < 0 ? undefined : numberOf(topic.slice(start, end));
    const route = this.#parted.get(`${topic.slice(0, start)}${NUMBER}${topic.slice(Math.max(end, 0), at)}`);
    return id === undefined || route === undefined ? undefined : { route, topic, id, part };
  }
}

function numberOf(segment: string): number | undefined {
  const number = DIGITS.test(segment) ? Number(segment) : Infinity;
  return number > INT32_MAX ? undefined : number;
}
