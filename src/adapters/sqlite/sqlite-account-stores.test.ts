import { accountStoreContracts } from "../../../test/contracts/account-stores.ts";
import { apiKeyStoreContracts } from "../../../test/contracts/api-key-store.ts";
import { scratchSqlite } from "../../../test/support/scratch-sqlite.ts";

const open = async () => {
  const scratch = await scratchSqlite();
  return { stores: scratch.database.stores, remove: () => scratch.remove() };
};

accountStoreContracts("SQLite", open);
apiKeyStoreContracts("SQLite", open);
