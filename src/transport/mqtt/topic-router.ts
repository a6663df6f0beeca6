// Which route takes a topic. Topics are literal but for two places that hold numbers, `{id}` and `{n}`; looking a literal
// topic up costs one search in a map, and a session keeps the match of its last topic.
import type { Route } from "./routed-message.ts";

export interface RouteMatch<Client> {
  readonly route: Route<Client>;
  /** The topic as sent. */
  readonly topic: string;
  /** The number in the place of `{id}`, -1 where the route has none. */
  readonly id: number;
  /** The number in the place of `{n}`, -1 where the route has none. */
  readonly n: number;
}

interface NumberedRoute<Client> {
  readonly route: Route<Client>;
  readonly segments: readonly string[];
}

const INT32_MAX = 2_147_483_647;
const DIGITS = /^[0-9]{1,10}$/;

export class TopicRouter<Client> {
  readonly #literal = new Map<string, RouteMatch<Client>>();
  readonly #numbered: NumberedRoute<Client>[] = [];

  /** Throws when two routes have one topic, or a topic has an unknown place. */
  constructor(routes: readonly Route<Client>[]) {
    const seen = new Set<string>();
    for (const route of routes) {
      if (seen.has(route.topic)) throw new Error(`two routes for the topic "${route.topic}"`);
      seen.add(route.topic);
      const segments = route.topic.split("/");
      const places = segments.filter((segment) => segment.includes("{"));
      if (places.some((place) => place !== "{id}" && place !== "{n}") || new Set(places).size !== places.length)
        throw new Error(`the topic "${route.topic}" may hold {id} and {n} once each, as whole segments`);
      if (places.length === 0) this.#literal.set(route.topic, { route, topic: route.topic, id: -1, n: -1 });
      else this.#numbered.push({ route, segments });
    }
  }

  /** Undefined where no route has this topic; a number outside 0 to 2^31-1 does not match (MQTT contract 6.1). */
  find(topic: string): RouteMatch<Client> | undefined {
    return this.#literal.get(topic) ?? this.#findNumbered(topic);
  }

  #findNumbered(topic: string): RouteMatch<Client> | undefined {
    const segments = topic.split("/");
    for (const { route, segments: pattern } of this.#numbered) {
      const numbers = matchSegments(pattern, segments);
      if (numbers !== undefined) return { route, topic, ...numbers };
    }
    return undefined;
  }
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): { id: number; n: number } | undefined {
  if (pattern.length !== segments.length) return undefined;
  const numbers = { id: -1, n: -1 };
  for (const [index, segment] of segments.entries()) {
    const expected = pattern[index];
    if (expected !== "{id}" && expected !== "{n}") {
      if (segment !== expected) return undefined;
      continue;
    }
    const number = DIGITS.test(segment) ? Number(segment) : Infinity;
    if (number > INT32_MAX) return undefined;
    numbers[expected === "{id}" ? "id" : "n"] = number;
  }
  return numbers;
}
