// What a load generator process is asked to do, parsed from JSON once so that the rest can rely on it.
import type { PayloadShape } from "./message-ring.ts";
import type { Protocol } from "./packets.ts";

export interface CommonJob {
  readonly host: string;
  readonly port: number;
  readonly protocol: Protocol;
  /** Access tokens; connection i uses token i modulo their number. */
  readonly tokens: readonly string[];
  readonly connections: number;
  /** How long to measure, after the warm-up; 0 runs until SIGTERM. */
  readonly seconds: number;
  /** Traffic before this is not measured. */
  readonly warmUpSeconds: number;
  /** A line of numbers is written this often; 0 for only the last one. */
  readonly reportSeconds: number;
  readonly keepAliveSeconds: number;
  /** Connections being opened at a time. */
  readonly connecting: number;
}

export interface PublishJob extends CommonJob {
  readonly role: "publish";
  readonly shape: PayloadShape;
  readonly qos: 1 | 2;
  /** Devices behind each connection; a multiple of 10 for the shapes of ten devices. */
  readonly devices: number;
  readonly devicePrefix: string;
  /** Unacknowledged messages per connection. */
  readonly window: number;
  /** Messages per second over all connections; 0 for as fast as acknowledgements come. */
  readonly rate: number;
  /** Messages per connection, after which it stops; 0 for no such end. */
  readonly messages: number;
  /** ms since 1970. */
  readonly firstTs: number;
}

export interface RespondJob extends CommonJob {
  readonly role: "respond";
  readonly devices: number;
  readonly devicePrefix: string;
  /** The QoS asked for when subscribing, and that of the replies. */
  readonly qos: 0 | 1;
}

export interface IdleJob extends CommonJob {
  readonly role: "idle";
  /** Topic filters that each connection subscribes to; messages that arrive are counted. */
  readonly subscribe: readonly string[];
}

export type Job = PublishJob | RespondJob | IdleJob;

/** Throws an Error naming the field and what was found. */
export function parseJob(text: string): Job {
  const fields = new Fields(JSON.parse(text));
  const role = fields.choice("role", ["publish", "respond", "idle"], "publish");
  const tokens = fields.strings("tokens");
  if (tokens.length === 0) throw new Error(`"tokens" must hold at least one access token`);
  const common: CommonJob = {
    host: fields.string("host", "127.0.0.1"),
    port: fields.integer("port", 1, 65_535, 1883),
    protocol: fields.choice("protocol", [4, 5], 4),
    tokens,
    connections: fields.integer("connections", 1, 20_000, tokens.length),
    seconds: fields.integer("seconds", 0, 86_400, 10),
    warmUpSeconds: fields.integer("warmUpSeconds", 0, 3_600, 2),
    reportSeconds: fields.integer("reportSeconds", 0, 3_600, 1),
    keepAliveSeconds: fields.integer("keepAliveSeconds", 0, 65_535, 60),
    connecting: fields.integer("connecting", 1, 1_000, 100),
  };
  const job = parseRole(role, common, fields);
  fields.requireNoOthers();
  return job;
}

function parseRole(role: Job["role"], common: CommonJob, fields: Fields): Job {
  switch (role) {
    case "publish":
      return {
        ...common,
        role,
        shape: fields.choice("shape", ["one-point", "thirty-points", "thirty-texts", "attributes"], "one-point"),
        qos: fields.choice("qos", [1, 2], 1),
        devices: fields.integer("devices", 1, 99_999, 10),
        devicePrefix: fields.string("devicePrefix", "load"),
        window: fields.integer("window", 1, 60_000, 2_000),
        rate: fields.integer("rate", 0, 100_000_000, 0),
        messages: fields.integer("messages", 0, Number.MAX_SAFE_INTEGER, 0),
        firstTs: fields.integer("firstTs", 1_000_000_000_000, 9_999_999_999_999, Date.now()),
      };
    case "respond":
      return {
        ...common,
        role,
        devices: fields.integer("devices", 1, 99_999, 10),
        devicePrefix: fields.string("devicePrefix", "load"),
        qos: fields.choice("qos", [0, 1], 1),
      };
    case "idle":
      return { ...common, role, subscribe: fields.strings("subscribe") };
  }
}

class Fields {
  readonly #members: Map<string, unknown>;

  constructor(json: unknown) {
    if (typeof json !== "object" || json === null || Array.isArray(json))
      throw new Error("a job must be a JSON object");
    this.#members = new Map(Object.entries(json));
  }

  string(name: string, preset: string): string {
    const value = this.#take(name, preset);
    if (typeof value !== "string") throw new Error(`"${name}" must be a string, got ${JSON.stringify(value)}`);
    return value;
  }

  strings(name: string): readonly string[] {
    const value = this.#take(name, []);
    if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
      throw new Error(`"${name}" must be an array of strings`);
    return value;
  }

  integer(name: string, min: number, max: number, preset: number): number {
    const value = this.#take(name, preset);
    if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
      throw new Error(
        `"${name}" must be an integer from ${String(min)} to ${String(max)}, got ${JSON.stringify(value)}`,
      );
    return value;
  }

  choice<const Choice extends string | number>(
    name: string,
    choices: readonly Choice[],
    preset: NoInfer<Choice>,
  ): Choice {
    const value = this.#take(name, preset);
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined)
      throw new Error(`"${name}" must be one of ${choices.join(", ")}, got ${JSON.stringify(value)}`);
    return chosen;
  }

  requireNoOthers(): void {
    const [unknown] = this.#members.keys();
    if (unknown !== undefined) throw new Error(`a job has no field "${unknown}"`);
  }

  #take(name: string, preset: unknown): unknown {
    const value = this.#members.get(name) ?? preset;
    this.#members.delete(name);
    return value;
  }
}
