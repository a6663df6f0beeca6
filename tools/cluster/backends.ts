// The nodes behind the balancer: which of them can take the next connection. Nodes that are ready come first, in turn; where
// there is none, those that answer at all, as they say best what is wrong; never one that does not answer.
import { get as getPlain } from "node:http";
import { get as getSecured } from "node:https";
import type { Clock, Timer } from "../../src/lib/clock.ts";

const PROBE_PERIOD_MILLIS = 500;
/** No new connections until it answers again. */
const ANSWER_MILLIS_MAX = 2_000;
/** After this long without an answer its connections are ended: gateways then find another node. */
const SILENCE_MILLIS_MAX = 6_000;

/** A node, by the ports on which it listens. */
export interface Backend {
  readonly name: string;
  readonly host: string;
  readonly ports: { readonly http: number; readonly mqtt: number; readonly mqtts: number };
}

/** What nodes speak at their HTTP port. */
export type Scheme = "http" | "https";

interface Health {
  readonly backend: Backend;
  isReady: boolean;
  answers: boolean;
  answeredAt: number;
  isAsked: boolean;
}

export class Backends {
  readonly #scheme: Scheme;
  readonly #clock: Clock;
  readonly #health: readonly Health[];
  readonly #silenced: ((backend: Backend) => void)[] = [];
  #turn = 0;
  #timer: Timer | undefined;

  constructor(backends: readonly Backend[], scheme: Scheme, clock: Clock) {
    this.#scheme = scheme;
    this.#clock = clock;
    const unknown = { isReady: false, answers: false, answeredAt: clock.now(), isAsked: false };
    this.#health = backends.map((backend) => ({ backend, ...unknown }));
  }

  /** Resolves when all have been asked once. */
  async start(): Promise<void> {
    await this.#askAll();
    this.#timer = this.#clock.every(PROBE_PERIOD_MILLIS, () => void this.#askAll());
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** How each answers, by name: `ready`, `not ready`, `no answer`. */
  get seen(): ReadonlyMap<string, string> {
    const words = ({ isReady, answers }: Health): string => (isReady ? "ready" : answers ? "not ready" : "no answer");
    return new Map(this.#health.map((health) => [health.backend.name, words(health)]));
  }

  /** Calls back for each that has not answered for long. */
  onSilence(action: (backend: Backend) => void): void {
    this.#silenced.push(action);
  }

  /** The best first, each time another one of the best. Where one cannot be reached, try the next. */
  inTurn(): readonly Backend[] {
    const turn = this.#turn++;
    const rotated = (choice: readonly Health[]): readonly Backend[] => {
      const first = turn % Math.max(1, choice.length);
      return [...choice.slice(first), ...choice.slice(0, first)].map(({ backend }) => backend);
    };
    return [
      ...rotated(this.#health.filter(({ isReady }) => isReady)),
      ...rotated(this.#health.filter(({ isReady, answers }) => answers && !isReady)),
    ];
  }

  /** Somebody could not reach it: it gets nothing until it has answered again. */
  missed(backend: Backend): void {
    const health = this.#health.find((each) => each.backend === backend);
    if (health === undefined) return;
    health.isReady = false;
    health.answers = false;
  }

  async #askAll(): Promise<void> {
    await Promise.all(this.#health.map((health) => this.#ask(health)));
  }

  async #ask(health: Health): Promise<void> {
    if (health.isAsked) return;
    health.isAsked = true;
    const { backend } = health;
    const [live, ready] = await Promise.all([
      statusOf(backend, this.#scheme, "/api/health/live"),
      statusOf(backend, this.#scheme, "/api/health/ready"),
    ]);
    health.isAsked = false;
    health.answers = live === 200;
    health.isReady = ready === 200;
    const now = this.#clock.now();
    if (health.answers) health.answeredAt = now;
    else if (now - health.answeredAt > SILENCE_MILLIS_MAX) for (const action of this.#silenced) action(backend);
  }
}

/** Undefined where there was no answer in time. */
export function statusOf(
  { host, ports }: Pick<Backend, "host" | "ports">,
  scheme: Scheme,
  path: string,
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const signal = AbortSignal.timeout(ANSWER_MILLIS_MAX);
  const get = scheme === "https" ? getSecured : getPlain;
  // For whichever name the certificate is, and whoever has signed it: it is for clients.
  const options = { host, port: ports.http, path, agent: false, rejectUnauthorized: false, signal } as const;
  const request = get(options, (response) => {
    response.resume();
    response.on("error", () => undefined);
    resolve(response.statusCode);
  });
  request.on("error", () => resolve(undefined));
  return promise;
}
