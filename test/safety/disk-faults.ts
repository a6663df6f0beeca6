// A disk that fails again and again under a running server, in any way and at any of its files: nothing that was acknowledged is lost,
// the runtime and the engines abort nothing, and when the fault is gone the same process serves again. For the soak: it needs a compiler.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../tools/simulator/random.ts";
import { startCommand } from "../support/command-process.ts";
import { eventually } from "../support/deadline.ts";
import { FaultyDisk, type Faults } from "../support/faulty-disk/faulty-disk.ts";
import type { KillableServer, KillableServers } from "../support/killable-server.ts";
import { member } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const FIRST_TS = 1_700_000_000_000;
const FAULT_MILLIS = { min: 100, max: 2_500 };
const RECOVERY_DEADLINE_MILLIS = 60_000;
const WRITERS = 4;
const PAGE_POINTS = 50_000;
/** Small enough that checkpoints run all the time. */
const BUSY_STORE = { "telemetry.duckdb.checkpointMebibytes": 1, "telemetry.duckdb.snapshotPoints": 2_000 };
const CHANCES = [0.02, 0.3, 1];
const PARTS = ["", "", "telemetry.duckdb", ".log", ".journal", "bridgehead.sqlite", "scratch", "backups"];

type Kind = "write" | "sync" | "read" | "slow";
const ERRORS = { write: ["EIO", "ENOSPC", "EROFS"], sync: ["EIO", "ENOSPC"], read: ["EIO"] } as const;

export interface FaultOptions {
  readonly rounds: number;
  readonly seed: string;
  readonly progress?: (line: string) => void;
}

export interface FaultFigures {
  rounds: number;
  acknowledged: number;
  refused: number;
  /** Ends of the process by itself with an exit code, after which a service manager starts it again. */
  ends: number;
}

/** Throws at the first fault that costs something acknowledged, or makes an end by a signal. */
export async function failAgainAndAgain(
  servers: KillableServers,
  { rounds, seed, progress }: FaultOptions,
): Promise<FaultFigures> {
  const random = new Random(`${seed} faults`);
  const figures: FaultFigures = { rounds: 0, acknowledged: 0, refused: 0, ends: 0 };
  const disk = new FaultyDisk(Number(seed));
  const folder = disk.folder("data");
  const start = (): Promise<KillableServer> =>
    servers.start(folder, { LOG_LEVEL: "warn", ...disk.environment }, BUSY_STORE);
  try {
    let server = await start();
    let lastNumber = 0;
    let tenant = await server.tenant(() => ++lastNumber);
    const writers: Writer[] = [];
    for (let number = 0; number < WRITERS; number++) writers.push(new Writer((await tenant.createDevice()).id));
    for (let round = 1; round <= rounds; round++) {
      const faults = anyFaults(random);
      const complain = (what: string): Error =>
        new Error(
          `seed ${seed}, round ${String(round)} (${JSON.stringify(faults)}): ${what}\n${server.records
            .slice(-5)
            .map(({ line }) => line)
            .join("\n")}`,
        );
      const stopped = new AbortController();
      const writing = writers.map((writer) => writer.run(tenant, stopped.signal));
      await pause(100);
      const backup = startCommand(["backup", join(disk.root, "backups")], {
        ...disk.environment,
        DATA_DIR: folder,
        BACKUP_PASSPHRASE: "the passphrase of a soak",
      });
      disk.setFaults(faults);
      await pause(random.between(FAULT_MILLIS.min, FAULT_MILLIS.max));
      disk.setFaults({});
      stopped.abort();
      await Promise.all(writing);
      const made = await backup.ended;
      if (made.code === null) throw complain(`the backup was ended by a signal: ${made.error}`);
      if (server.hasEnded) {
        if ((await server.exitCode()) === null) throw complain("the server was ended by a signal");
        figures.ends++;
        server = await start();
        tenant = await server.tenant(() => ++lastNumber);
      }
      await eventually(
        () => server.isHealthy(),
        (is) => is,
        RECOVERY_DEADLINE_MILLIS,
        () => complain("it does not recover").message,
      );
      if (random.next() < 0.3) {
        await server.kill();
        server = await start();
        tenant = await server.tenant(() => ++lastNumber);
      }
      for (const writer of writers) {
        const problem = await writer.problem(tenant);
        if (problem !== undefined) throw complain(problem);
      }
      figures.rounds++;
      progress?.(
        `fault ${String(round)} ${JSON.stringify(faults)}: ${String(writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0))} acknowledged, ${String(writers.reduce((sum, { refused }) => sum + refused, 0))} refused`,
      );
    }
    for (const { acknowledged, refused } of writers) {
      figures.acknowledged += acknowledged.size;
      figures.refused += refused;
    }
    return figures;
  } finally {
    await servers.endAll();
    disk.remove();
  }
}

function anyFaults(random: Random): Faults {
  const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value =>
    values[Math.floor(random.next() * values.length)] as Value;
  const part = pick(PARTS);
  const chance = pick(CHANCES);
  const kind = pick<Kind>(["write", "write", "sync", "read", "slow"]);
  if (kind === "slow") return { part, syncMicrosMax: 200_000 };
  return { part, [kind]: [pick<(typeof ERRORS)[typeof kind][number]>(ERRORS[kind]), chance] };
}

/** Sends point after point of one device, and an attribute now and then; knows what was acknowledged. */
class Writer {
  readonly #device: string;
  readonly acknowledged = new Set<number>();
  refused = 0;
  #sent = 0;
  #attribute = { sent: 0, acknowledged: 0 };

  constructor(device: string) {
    this.#device = device;
  }

  async run(tenant: TestTenant, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const number = this.#sent++;
      const isAttribute = number % 10 === 0;
      const path = `/api/plugins/telemetry/DEVICE/${this.#device}/${isAttribute ? "attributes/SERVER_SCOPE" : "timeseries/ANY"}`;
      const body = isAttribute ? { number } : { ts: FIRST_TS + number, values: { number, text: "x".repeat(1_000) } };
      if (isAttribute) this.#attribute.sent = number;
      const answer = await tenant.rest.request("POST", path, body).catch(() => undefined);
      // Its connection has broken.
      if (answer === undefined) return;
      if (answer.status === 200) {
        if (isAttribute) this.#attribute.acknowledged = number;
        else this.acknowledged.add(number);
      } else if (answer.status < 500) throw new Error(`refused with ${String(answer.status)} ${answer.text}`);
      else this.refused++;
    }
  }

  async problem(tenant: TestTenant): Promise<string | undefined> {
    const found = new Set<number>();
    for (let startTs = FIRST_TS; ;) {
      const query = `keys=number&startTs=${String(startTs)}&endTs=${String(2 ** 45)}&limit=${String(PAGE_POINTS)}&orderBy=ASC&useStrictDataTypes=true`;
      const page = member(
        await tenant.rest.get(`/api/plugins/telemetry/DEVICE/${this.#device}/values/timeseries?${query}`),
        "number",
      );
      const points = Array.isArray(page) ? page : [];
      for (const point of points) found.add(Number(member(point, "value")));
      if (points.length < PAGE_POINTS) break;
      startTs = Number(member(points.at(-1), "ts")) + 1;
    }
    const lost = [...this.acknowledged].filter((number) => !found.has(number));
    if (lost.length > 0) return `${String(lost.length)} acknowledged points are lost, the first is ${String(lost[0])}`;
    const attribute = Number((await tenant.attributes(this.#device, "SERVER_SCOPE"))["number"] ?? 0);
    return attribute < this.#attribute.acknowledged || attribute > this.#attribute.sent
      ? `the attribute ${String(this.#attribute.acknowledged)} was acknowledged, and the server has ${String(attribute)}`
      : undefined;
  }
}
