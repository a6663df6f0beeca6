// A cluster that is written to without a pause, with a ledger of what it has acknowledged; what breaks it comes from elsewhere.
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { byDeadline, eventually } from "../support/deadline.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import type { Point } from "../support/tenant.ts";
import { BreakableCluster } from "./breakable-cluster.ts";
import { PointLedger } from "./point-ledger.ts";
import { GatewayWriter, HttpWriter, MESSAGES_A_NODE, type Outcome, type Writer } from "./writers.ts";
import { CLUSTER_ADMIN } from "../support/three-nodes.ts";

const GATEWAYS = [5, 4, 5] as const;
const DEVICES_A_GATEWAY = 2;
/** Until everything goes on by itself, on a busy machine. */
export const RECOVERY_MILLIS_MAX = 120_000;
const ANSWER_MILLIS_MAX = 20_000;
const PAGE_POINTS_MAX = 20_000;
/** So many messages of each writer show that it goes on, in the session that it has. */
const MESSAGES_ON = 3;
/** And so many that it does when it connects again. */
export const MESSAGES_OF_TWO_SESSIONS = MESSAGES_A_NODE + MESSAGES_ON;
/** And so many that it does not. */
const FAILURES_ON = 1;

const OUTCOMES = ["acknowledged", "refused", "unanswered"] as const;
const isAcknowledged = (outcome: Outcome): boolean => outcome === "acknowledged";
const isFailed = (outcome: Outcome): boolean => outcome !== "acknowledged";

const loggedIn = (node: NodeProcess): Promise<RestClient> =>
  new RestClient(node.http).login(CLUSTER_ADMIN.email, CLUSTER_ADMIN.password);

export class WrittenCluster {
  readonly broken: BreakableCluster;
  readonly #writers: readonly Writer[];
  readonly #deviceIds: ReadonlyMap<string, string>;

  static async start(folder: string): Promise<WrittenCluster> {
    const broken = await BreakableCluster.in(folder);
    try {
      await broken.start();
      return await WrittenCluster.#writeTo(broken);
    } catch (error) {
      await broken.stop();
      throw error;
    }
  }

  static async #writeTo(broken: BreakableCluster): Promise<WrittenCluster> {
    const { nodes } = broken.cluster;
    const [first] = nodes;
    if (first === undefined) throw new Error("the cluster has no nodes");
    const admin = await loggedIn(first);
    const newDevice = async (name: string, additionalInfo: object): Promise<string> =>
      text(await admin.post(`/api/device?accessToken=${name}`, { name, additionalInfo }), "id", "id");
    const deviceIds = new Map<string, string>();
    const newLedger = async (name: string): Promise<PointLedger> => {
      deviceIds.set(name, await newDevice(name, {}));
      return new PointLedger(name);
    };
    const writers: Writer[] = [];
    for (const [index, protocol] of GATEWAYS.entries()) {
      const token = `gateway-${String(index)}`;
      await newDevice(token, { gateway: true });
      const ledgers: PointLedger[] = [];
      for (let device = 0; device < DEVICES_A_GATEWAY; device++)
        ledgers.push(await newLedger(`${token}-device-${String(device)}`));
      writers.push(new GatewayWriter({ token, protocol }, ledgers, nodes, index));
    }
    const ledger = await newLedger("over-http");
    writers.push(new HttpWriter(ledger.device, [ledger], nodes, 0));
    for (const writer of writers) writer.start();
    return new WrittenCluster(broken, writers, deviceIds);
  }

  private constructor(broken: BreakableCluster, writers: readonly Writer[], deviceIds: ReadonlyMap<string, string>) {
    this.broken = broken;
    this.#writers = writers;
    this.#deviceIds = deviceIds;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.stop()));
    await this.broken.stop();
  }

  /** Points that were acknowledged. */
  get acknowledged(): number {
    return this.#writers.flatMap(({ ledgers }) => ledgers).reduce((sum, ledger) => sum + ledger.acknowledged, 0);
  }

  /** Messages by what became of them. */
  get outcomes(): Readonly<Record<Outcome, number>> {
    const sum = { acknowledged: 0, refused: 0, unanswered: 0 };
    for (const { outcomes } of this.#writers) for (const outcome of OUTCOMES) sum[outcome] += outcomes[outcome];
    return sum;
  }

  /** Resolves when each writer has got so many further acknowledgements. */
  async goesOn(messages = MESSAGES_ON): Promise<void> {
    const before = this.#counts(isAcknowledged);
    await eventually(
      async () => this.#counts(isAcknowledged).map((count, index) => count - (before[index] ?? 0)),
      (more) => more.every((count) => count >= messages),
      RECOVERY_MILLIS_MAX,
      (more) => `acknowledgements since then: ${more.join(", ")}; ${JSON.stringify(this.outcomes)}`,
    );
  }

  /** Resolves when each writer has been refused, or got no answer, once more; rejects if one was acknowledged. */
  async standsStill(): Promise<void> {
    const [acknowledged, before] = [this.acknowledged, this.#counts(isFailed)];
    await eventually(
      async () => this.#counts(isFailed).map((count, index) => count - (before[index] ?? 0)),
      (more) => more.every((count) => count >= FAILURES_ON),
      RECOVERY_MILLIS_MAX,
      (more) => `refused or unanswered since then: ${more.join(", ")}; ${JSON.stringify(this.outcomes)}`,
    );
    if (this.acknowledged !== acknowledged)
      throw new Error("points were acknowledged while the cluster could store none");
  }

  /** Resolves when all nodes say that they are ready, and each writer has got further acknowledgements. */
  async recovers(): Promise<void> {
    await this.say(this.broken.cluster.nodes, true);
    await this.goesOn();
  }

  /** Whether the node says that it is ready; undefined where it does not answer. */
  async isReady({ http }: NodeProcess): Promise<boolean | undefined> {
    try {
      const answer = await fetch(`${http}/api/health/ready`, { signal: AbortSignal.timeout(ANSWER_MILLIS_MAX) });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return undefined;
    }
  }

  /** Resolves when these nodes say that they are ready, or that they are not. */
  async say(nodes: readonly NodeProcess[], ready: boolean): Promise<void> {
    await Promise.all(
      nodes.map((node) =>
        eventually(
          () => this.isReady(node),
          (said) => said === ready,
          RECOVERY_MILLIS_MAX,
          (said) => `${node.name} says ${said === undefined ? "nothing" : said ? "ready" : "not ready"}`,
        ),
      ),
    );
  }

  /** Whatever is wrong in the answers to writers, and in what every node reads of every series. */
  async contradictions(): Promise<readonly string[]> {
    const ledgers = this.#writers.flatMap((writer) => writer.ledgers);
    const found = await Promise.all(
      this.broken.cluster.nodes.map(async (node) => {
        // Sessions end after some hours.
        const client = await loggedIn(node);
        const wrong = await Promise.all(
          ledgers.map((ledger) =>
            ledger.compare((fromTs, count) => this.#points(client, ledger.device, fromTs, count), PAGE_POINTS_MAX),
          ),
        );
        return wrong.flat().map((what) => `${node.name}: ${what}`);
      }),
    );
    return [...this.#writers.flatMap(({ problems }) => problems), ...found.flat()];
  }

  async #points(client: RestClient, device: string, fromTs: number, count: number): Promise<readonly Point[]> {
    const range = `startTs=${String(fromTs)}&endTs=${String(8.64e15)}&limit=${String(count)}&orderBy=ASC`;
    const path = `/api/plugins/telemetry/DEVICE/${this.#deviceIds.get(device) ?? ""}/values/timeseries`;
    const asked = client.request("GET", `${path}?keys=n&${range}&useStrictDataTypes=true`);
    const complaint = `${client.baseUrl} answered a read of ${device} with`;
    const answer = await byDeadline(asked, RECOVERY_MILLIS_MAX, () => `${complaint} nothing`);
    if (answer.status !== 200) throw new Error(`${complaint} ${String(answer.status)}: ${answer.text}`);
    return (member(answer.body, "n") ?? []) as readonly Point[];
  }

  #counts(isCounted: (outcome: Outcome) => boolean): readonly number[] {
    const counted = OUTCOMES.filter(isCounted);
    return this.#writers.map(({ outcomes }) => counted.reduce((sum, outcome) => sum + outcomes[outcome], 0));
  }
}
