import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { telemetrySettings } from "../../../test/support/telemetry-settings.ts";
import { telemetryStoreContract } from "../../../test/contracts/telemetry-store.ts";
import { cp } from "node:fs/promises";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";

async function openStore(file: string): Promise<DuckdbTelemetryStore> {
  const store = new DuckdbTelemetryStore(
    { clock: systemClock, log: silentLogger },
    telemetrySettings(file, { snapshotPoints: 3 }),
  );
  await store.start();
  return store;
}

telemetryStoreContract("DuckDB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-duckdb-"));
  const file = join(folder, "telemetry.duckdb");
  const store = await openStore(file);
  const opened = [store];
  return {
    store,
    async reopen() {
      await opened[0]?.stop();
      return (opened[0] = await openStore(file));
    },
    async crash() {
      // The engine locks its file, so what a crash would leave is looked at in a copy.
      const copy = join(folder, "copy.duckdb");
      await cp(file, copy);
      await cp(`${file}.log`, `${copy}.log`, { recursive: true });
      const store = await openStore(copy);
      opened.push(store);
      return store;
    },
    async remove() {
      for (const store of opened) await store.stop();
      await rm(folder, { recursive: true });
    },
  };
});
