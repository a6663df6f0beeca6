// Finds the route of a topic. Topics are literal except for one number at the end, `{id}`, or two numbers, `{id}` and a
// final `{part}`. A lookup costs up to three map lookups, and a session caches the match of its last topic.
import type { Route } from "./routed-message.ts";

export interface RouteMatch<Client> {
  readonly route: Route<Client>;
  /** The topic as sent. */
  readonly topic: string;
  /** The number at `{id}`; -1 if the route has none. */
  readonly id: number;
  /** The number at `{part}`, likewise. */
  readonly part: number;
}

/** Returns undefined if no route matches. */
export interface Topics<Client> {
  find(topic: string): RouteMatch<Client> | undefined;
}

const NUMBER = "{id}";
const PART = "{part}";
const INT32_MAX = 2_147_483_647;
const DIGITS = /^[0-9]{1,10}$/;

export class TopicRouter<Client> implements Topics<Client> {
  readonly #literal = new Map<string, RouteMatch<Client>>();
  /** Keyed by the topic up to the number. */
  readonly #numbered = new Map<string, Route<Client>>();
  /** Keyed by the topic up to the second number, with `{id}` in place of the first. */
  readonly #parted = new Map<string, Route<Client>>();

  /** Throws if two routes have the same topic, or a topic has a placeholder it may not have. */
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

  /** Returns undefined if no route matches; a number outside 0 to 2^31-1 does not match (MQTT contract 6.1). */
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
