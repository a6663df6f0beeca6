// Two nodes that write at the same time what only one of them may.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { scratchPostgres } from "../../../test/support/scratch-postgres.ts";
import { SecretBox } from "../../lib/secret-box.ts";
import { BatchRunner } from "../sql/batch-runner.ts";
import type { StoreConnection } from "../sql/store-connection.ts";
import { SqlStore, storeEntry, StoreMethods } from "../sql/store-table.ts";

test("a name that another node has taken since it was looked for is found at a second look", async () => {
  await using scratch = await scratchPostgres();
  const [own, other] = [scratch.connect(), scratch.connect()];
  own.exec("CREATE TABLE race (number integer PRIMARY KEY, name text NOT NULL UNIQUE)");
  let isFirst = true;
  class Racing extends SqlStore {
    save(name: string): Promise<string> {
      if (this.connection.get("SELECT number FROM race WHERE name = ?", name) !== undefined)
        return Promise.resolve("taken");
      if (isFirst) other.run("INSERT INTO race VALUES (1, ?)", name);
      isFirst = false;
      this.connection.run("INSERT INTO race VALUES (2, ?)", name);
      return Promise.resolve("saved");
    }
  }
  const secrets = new SecretBox(randomBytes(32));
  const over = (connection: StoreConnection): StoreMethods =>
    new StoreMethods({ racing: storeEntry(Racing, { writes: ["save"] }) }, connection, secrets);
  const runner = new BatchRunner(own, () => scratch.connect(), over);
  await expect(runner.run([{ store: "racing", method: "save", args: ["meter"] }])).resolves.toEqual([
    { value: "taken" },
  ]);
  runner.close();
  other.close();
});

test("a node that is slower than the others gets its turn", async () => {
  await using scratch = await scratchPostgres();
  const [own, other] = [scratch.connect(), scratch.connect()];
  own.exec("CREATE TABLE race (number integer PRIMARY KEY, times integer NOT NULL)");
  own.run("INSERT INTO race VALUES (1, 0)");
  class Slow extends SqlStore {
    save(): Promise<void> {
      const times = Number(this.connection.get("SELECT times FROM race")?.["times"]);
      writeUnlessItHasToWait();
      this.connection.run("UPDATE race SET times = ?", times + 1);
      return Promise.resolve();
    }
  }
  let written = 0;
  /** As another node does it all the time. */
  function writeUnlessItHasToWait(): void {
    try {
      other.exec(`${other.dialect.begin} NOWAIT`);
      other.run("UPDATE race SET times = times + 1");
      other.exec("COMMIT");
      written++;
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringContaining("could not obtain lock") as string });
      other.exec("ROLLBACK");
    }
  }
  const secrets = new SecretBox(randomBytes(32));
  const over = (connection: StoreConnection): StoreMethods =>
    new StoreMethods({ slow: storeEntry(Slow, { writes: ["save"] }) }, connection, secrets);
  const runner = new BatchRunner(own, () => scratch.connect(), over);
  await expect(runner.run([{ store: "slow", method: "save", args: [] }])).resolves.toEqual([{ value: undefined }]);
  expect(written).toBeGreaterThan(0);
  expect(other.get("SELECT times FROM race")).toEqual({ times: written + 1 });
  runner.close();
  other.close();
});

test("a name that the node itself gives twice is the failure of its call alone", async () => {
  await using scratch = await scratchPostgres();
  const own = scratch.connect();
  own.exec("CREATE TABLE race (number integer PRIMARY KEY, name text NOT NULL UNIQUE)");
  class Careless extends SqlStore {
    save(number: number): Promise<void> {
      this.connection.run("INSERT INTO race VALUES (?, 'meter')", number);
      return Promise.resolve();
    }
  }
  const secrets = new SecretBox(randomBytes(32));
  const over = (connection: StoreConnection): StoreMethods =>
    new StoreMethods({ careless: storeEntry(Careless, { writes: ["save"] }) }, connection, secrets);
  const runner = new BatchRunner(own, () => scratch.connect(), over);
  const call = (number: number): { store: string; method: string; args: number[] } => ({
    store: "careless",
    method: "save",
    args: [number],
  });
  await expect(runner.run([call(1), call(2)])).resolves.toMatchObject([
    { value: undefined },
    { error: { message: expect.stringContaining("race_name_key") as string } },
  ]);
  runner.close();
});
