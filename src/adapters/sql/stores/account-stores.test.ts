import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { ACTIVATED, sampleUser } from "../../../../test/contracts/account-samples.ts";
import { accountStoreContracts } from "../../../../test/contracts/account-stores.ts";
import { apiKeyStoreContracts } from "../../../../test/contracts/api-key-store.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";
import { scratchSqlite } from "../../../../test/support/scratch-sqlite.ts";

for (const [engine, scratch] of ENTITY_ENGINES) {
  accountStoreContracts(engine, scratch);
  apiKeyStoreContracts(engine, scratch);
}

test("a failed login of nobody is written as that of a user is, so that both take a synced commit", async () => {
  await using scratch = await scratchSqlite();
  const { accounts, users } = scratch.stores;
  const user = sampleUser();
  await users.createUser(user, ACTIVATED, 0);
  const file = new DatabaseSync(join(scratch.folder, "bridgehead.sqlite"), { readOnly: true });
  const version = (): unknown => file.prepare("PRAGMA data_version").get()?.["data_version"];
  const before = version();
  await accounts.recordFailure(user.id, 10);
  const afterUser = version();
  await accounts.recordFailure(null, 10);

  expect(afterUser).not.toBe(before);
  expect(version()).not.toBe(afterUser);
  file.close();
});
