// Clients that write numbered points and go from node to node, at their own will or where one fails them. What is not acknowledged
// they send again until it is; an answer that is neither an acknowledgement nor an honest refusal is a problem.
import { setTimeout as pause } from "node:timers/promises";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { PointLedger } from "./point-ledger.ts";

const POINTS_A_MESSAGE = 5;
/** After so many it connects to another node. */
export const MESSAGES_A_NODE = 20;
const PACE_MILLIS = 50;
/** After a refusal or a lost connection. */
const REST_MILLIS = 250;
/** After this long without an answer they try another node. */
const PATIENCE_MILLIS = 12_000;

/** What a server that cannot store says: of PUBACK, of CONNACK in MQTT 5 and before, and over HTTP, where devices get 500. */
const REFUSED_PUBACKS = new Set([0x80]);
const REFUSED_CONNACKS = new Set([0x88, 3]);
const REFUSED_STATUSES = new Set([500, 503, 504]);

export type Outcome = "acknowledged" | "refused" | "unanswered";

export abstract class Writer {
  /** And access token. */
  readonly name: string;
  readonly ledgers: readonly PointLedger[];
  /** Answers that nobody should get. */
  readonly problems: string[] = [];
  readonly outcomes: Record<Outcome, number> = { acknowledged: 0, refused: 0, unanswered: 0 };
  readonly #nodes: readonly NodeProcess[];
  readonly #stopping = new AbortController();
  #turn: number;
  #running: Promise<void> = Promise.resolve();

  constructor(name: string, ledgers: readonly PointLedger[], nodes: readonly NodeProcess[], turn: number) {
    this.name = name;
    this.ledgers = ledgers;
    this.#nodes = nodes;
    this.#turn = turn;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.leave();
  }

  /** Points of each device in one message; rejects where no answer comes. */
  protected abstract send(node: NodeProcess, pointsOf: ReadonlyMap<string, readonly object[]>): Promise<Outcome>;
  /** Ends what it has open to its node. */
  protected leave(): void {}

  async #run(): Promise<void> {
    for (let sent = 1; !this.#stopping.signal.aborted; sent++) {
      const points = new Map(this.ledgers.map((ledger) => [ledger.device, ledger.send(POINTS_A_MESSAGE)]));
      const node = this.#nodes[this.#turn % this.#nodes.length];
      if (node === undefined) throw new Error("there are no nodes to write to");
      const outcome = await this.send(node, points).catch((): Outcome => "unanswered");
      this.outcomes[outcome]++;
      if (outcome === "acknowledged") for (const ledger of this.ledgers) ledger.acknowledge();
      if (outcome !== "acknowledged" || sent % MESSAGES_A_NODE === 0) {
        this.leave();
        this.#turn++;
      }
      await pause(outcome === "acknowledged" ? PACE_MILLIS : REST_MILLIS);
    }
  }
}

/** A gateway over MQTT with QoS 1. */
export class GatewayWriter extends Writer {
  readonly #protocol: 4 | 5;
  #client: RawMqttClient | undefined;

  constructor(
    { token, protocol }: { readonly token: string; readonly protocol: 4 | 5 },
    ledgers: readonly PointLedger[],
    nodes: readonly NodeProcess[],
    turn: number,
  ) {
    super(token, ledgers, nodes, turn);
    this.#protocol = protocol;
  }

  protected async send(node: NodeProcess, pointsOf: ReadonlyMap<string, readonly object[]>): Promise<Outcome> {
    if (this.#client === undefined && !(await this.#connected(node))) return "refused";
    const puback = await this.#client?.publish("v1/gateway/telemetry", Object.fromEntries(pointsOf));
    const code = puback?.reasonCode ?? 0;
    if (code === 0) return "acknowledged";
    if (!REFUSED_PUBACKS.has(code)) this.problems.push(`${this.name}: ${node.name} answered PUBACK ${String(code)}`);
    return "refused";
  }

  protected override leave(): void {
    this.#client?.destroy();
    this.#client = undefined;
  }

  async #connected(node: NodeProcess): Promise<boolean> {
    const { mqtt: port } = node.ports;
    const options = { port, protocol: this.#protocol, timeoutMillis: PATIENCE_MILLIS };
    this.#client = await RawMqttClient.open(options);
    await this.#client.connect({ clientId: this.name, username: this.name });
    const code = this.#client.connackCode ?? 0;
    if (code !== 0 && !REFUSED_CONNACKS.has(code))
      this.problems.push(`${this.name}: ${node.name} answered CONNACK ${String(code)}`);
    return code === 0;
  }
}

/** A device that writes over HTTP. */
export class HttpWriter extends Writer {
  protected async send(node: NodeProcess, pointsOf: ReadonlyMap<string, readonly object[]>): Promise<Outcome> {
    const answer = await fetch(`${node.http}/api/v1/${this.name}/telemetry`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(pointsOf.get(this.name)),
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    const said = await answer.text();
    if (answer.status === 200) return "acknowledged";
    if (!REFUSED_STATUSES.has(answer.status))
      this.problems.push(`${this.name}: ${node.name} answered ${String(answer.status)}: ${said}`);
    return "refused";
  }
}
