import { scratchSqlite } from "../../../test/support/scratch-sqlite.ts";
import { viewStoreContracts } from "../../../test/contracts/view-store.ts";

viewStoreContracts("SQLite", async () => {
  const scratch = await scratchSqlite();
  return { stores: scratch.stores, remove: () => scratch.remove() };
});
