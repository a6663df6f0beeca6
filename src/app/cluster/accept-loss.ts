// `bridgehead cluster accept-loss`: for a cluster that does not start as its history and its stream no longer fit together.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acceptLoss } from "../../adapters/duckdb/lake/accept-loss.ts";
import { StreamLog } from "../../adapters/nats/stream-log.ts";
import { MovingDatabase } from "../../adapters/postgres/moving-database.ts";
import { readMark } from "../../adapters/sql/stores/mark-store.ts";
import type { CommandContext } from "../commands/command.ts";
import { clusterOptions, requireCluster } from "./cluster-options.ts";

export async function acceptClusterLoss({ config, clock, log, say }: CommandContext): Promise<void> {
  requireCluster(config);
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-accept-loss-"));
  try {
    const options = clusterOptions(config, folder);
    const database = await MovingDatabase.openForExport(options.postgresUrl);
    try {
      const { installation } = readMark(database.connection);
      const deps = {
        clock,
        log: async () => {
          const stream = await StreamLog.open({ clock, log }, options.log);
          try {
            return { id: stream.id, ...(await stream.ends()) };
          } finally {
            await stream.stop();
          }
        },
        requireLocks: () => database.requireLocks(),
      };
      const loss = await acceptLoss({ ...options.keeper, installation }, deps);
      say(loss === undefined ? "the history and the stream fit together: nothing was changed" : wordsOf(loss));
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function wordsOf({ changes, newestTs }: NonNullable<Awaited<ReturnType<typeof acceptLoss>>>): string {
  const lost =
    changes === null
      ? "the stream has lost its end, or is another one: what the history had not taken of it is lost"
      : changes === 0
        ? "no points are lost"
        : `${String(changes)} changes were in neither the history nor the stream, and are lost`;
  const newest = newestTs === null ? "it has no points" : `its newest point is of ${new Date(newestTs).toISOString()}`;
  return `${lost}; the history goes on, ${newest}. The nodes may start`;
}
