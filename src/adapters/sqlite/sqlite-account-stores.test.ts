import { accountStoreContracts } from "../../../test/contracts/account-stores.ts";
import { scratchSqlite } from "../../../test/support/scratch-sqlite.ts";

accountStoreContracts("SQLite", async () => {
  const scratch = await scratchSqlite();
  return { stores: scratch.database.stores, remove: () => scratch.remove() };
});
