// A platform whose database of entities takes no writes for a while.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE_FILE } from "../../src/adapters/sqlite/sqlite-database.ts";
import { isCluster } from "./start-platform.ts";

/**
 * Another program holds it, so that reads go on, and writes wait until they fail or it is let go. `folder` is the data folder.
 */
export async function holdDatabase(folder: string): Promise<AsyncDisposable> {
  if (!isCluster) return holdFile(folder);
  const { lockTables } = await import("./nodes.ts");
  const [locked, over] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const holding = lockTables(folder, over.promise, () => locked.resolve(undefined));
  await Promise.race([locked.promise, holding]);
  return {
    async [Symbol.asyncDispose]() {
      over.resolve(undefined);
      await holding;
    },
  };
}

/** It is away: the server of a cluster takes no connections to it. A file that is open cannot be away, and is held instead. */
export async function loseDatabase(folder: string): Promise<AsyncDisposable> {
  if (!isCluster) return holdFile(folder);
  const { takeConnections } = await import("./nodes.ts");
  await takeConnections(folder, false);
  return { [Symbol.asyncDispose]: () => takeConnections(folder, true) };
}

function holdFile(folder: string): AsyncDisposable {
  const other = new DatabaseSync(join(folder, DATABASE_FILE));
  other.exec("BEGIN IMMEDIATE");
  return {
    [Symbol.asyncDispose]() {
      other.close();
      return Promise.resolve();
    },
  };
}
