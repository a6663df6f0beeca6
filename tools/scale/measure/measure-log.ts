// The log as several nodes write to it: each with one frame on its way, three replicas on this machine that sync each.
import { StreamLog } from "../../../src/adapters/nats/stream-log.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { NatsTestCluster } from "../../../test/support/engines.ts";
import { percentile } from "../../../bench/statistics.ts";
import type { LogCost } from "../unit-costs.ts";

const WRITERS = [1, 8, 30];
const SECONDS = 10;
const POINTS_KIND = 1;
const MEBIBYTE = 1_048_576;

export async function measureLog(
  frameBytes: number,
): Promise<{ readonly log: readonly LogCost[]; readonly headBytes: number }> {
  const nats = await NatsTestCluster.start(3);
  try {
    const log: LogCost[] = [];
    for (const writers of WRITERS) log.push(await written(nats, writers, frameBytes));
    return { log, headBytes: (await storedBytes(nats, frameBytes)) - frameBytes };
  } finally {
    await nats.stop();
  }
}

async function written(nats: NatsTestCluster, writers: number, frameBytes: number): Promise<LogCost> {
  const logs = await Promise.all(Array.from({ length: writers }, () => openLog(nats, `writers-${String(writers)}`)));
  const content = [Buffer.alloc(frameBytes, "frame")];
  const millis: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + SECONDS * 1000;
  await Promise.all(
    logs.map(async (log) => {
      while (performance.now() < end) {
        const sentAt = performance.now();
        await log.append(POINTS_KIND, content);
        millis.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(logs.map((log) => log.stop()));
  return {
    writers,
    framesPerSecond: millis.length / seconds,
    p50Millis: percentile(millis, 50),
    p99Millis: percentile(millis, 99),
  };
}

function openLog(nats: NatsTestCluster, stream: string): Promise<StreamLog> {
  return StreamLog.open(
    { clock: systemClock, log: silentLogger },
    {
      servers: nats.urls,
      stream,
      replicas: nats.servers.length,
      proof: { kind: "asked", monitors: nats.monitors },
      bytesMax: 1_024 * MEBIBYTE,
      messageBytesMax: 8 * MEBIBYTE,
      patienceMillis: 30_000,
    },
  );
}

/** What a stream says that it keeps of a frame. */
async function storedBytes(nats: NatsTestCluster, frameBytes: number): Promise<number> {
  const log = await openLog(nats, "stored");
  await log.append(POINTS_KIND, [Buffer.alloc(frameBytes, "frame")]);
  await log.stop();
  const answers = await Promise.all(
    nats.servers.map(async ({ monitor }) => await (await fetch(`${monitor}/jsz?streams=1`)).text()),
  );
  const sizes = answers.map((answer) => /"name":\s*"stored".*?"bytes":\s*(\d+)/s.exec(answer)?.[1]);
  return Math.max(...sizes.map(Number).filter(Number.isFinite));
}
