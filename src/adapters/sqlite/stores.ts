// The stores of the embedded database, one line each. Read by the writer's thread and by the main thread alike.
import type { ClaimStore } from "../../core/claims/claim-store.ts";
import type { RegistryStore } from "../../core/devices/registry-store.ts";
import type { SeriesStore } from "../../core/telemetry/series-store.ts";
import { SqliteClaimStore } from "./sqlite-claim-store.ts";
import { SqliteRegistryStore } from "./sqlite-registry-store.ts";
import { SqliteSeriesStore } from "./sqlite-series-store.ts";
import { storeEntry, type StoreTable } from "./store-table.ts";

export const stores = {
  claims: storeEntry<ClaimStore>(
    ({ connection }) => new SqliteClaimStore(connection),
    ["openClaims", "takeClaim", "countTry", "forgetTries", "removeExpiredClaims"],
  ),
  registry: storeEntry<RegistryStore>((setting) => new SqliteRegistryStore(setting), SqliteRegistryStore.writes),
  series: storeEntry<SeriesStore>(({ connection }) => new SqliteSeriesStore(connection), ["register", "purged"]),
} satisfies StoreTable;
