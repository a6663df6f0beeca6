// Which route takes a topic. Topics are literal but for a number that may end them, `{id}`; looking one up costs one or two
// searches in a map, and a session keeps the match of its last topic.
import type { Route } from "./routed-message.ts";

export interface RouteMatch<Client> {
  readonly route: Route<Client>;
  /** The topic as sent. */
  readonly topic: string;
  /** The number in the place of `{id}`, -1 where the route has none. */
  readonly id: number;
}

/** Undefined where no route has this topic. */
export interface Topics<Client> {
  find(topic: string): RouteMatch<Client> | undefined;
}

const NUMBER = "{id}";
const INT32_MAX = 2_147_483_647;
const DIGITS = /^[0-9]{1,10}$/;

export class TopicRouter<Client> implements Topics<Client> {
  readonly #literal = new Map<string, RouteMatch<Client>>();
  /** By what stands before the number. */
  readonly #numbered = new Map<string, Route<Client>>();

  /** Throws when two routes have one topic, or a topic has an unknown place. */
  constructor(routes: readonly Route<Client>[]) {
    for (const route of routes) {
      const { topic } = route;
      const isNumbered = topic.endsWith(`/${NUMBER}`);
      const stem = isNumbered ? topic.slice(0, -NUMBER.length) : topic;
      if (stem.includes("{")) throw new Error(`the topic "${topic}" may hold ${NUMBER} as its last segment alone`);
      if ((isNumbered ? this.#numbered : this.#literal).has(stem))
        throw new Error(`two routes for the topic "${topic}"`);
      if (isNumbered) this.#numbered.set(stem, route);
      else this.#literal.set(topic, { route, topic, id: -1 });
    }
  }

  /** Undefined where no route has this topic; a number outside 0 to 2^31-1 does not match (MQTT contract 6.1). */
  find(topic: string): RouteMatch<Client> | undefined {
    return this.#literal.get(topic) ?? this.#findNumbered(topic);
  }

  #findNumbered(topic: string): RouteMatch<Client> | undefined {
    const at = topic.lastIndexOf("/") + 1;
    const route = this.#numbered.get(topic.slice(0, at));
    const id = DIGITS.test(topic.slice(at)) ? Number(topic.slice(at)) : Infinity;
    return route === undefined || id > INT32_MAX ? undefined : { route, topic, id };
  }
}
