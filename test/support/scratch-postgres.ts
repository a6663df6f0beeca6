// A database that exists for one test, on the server of this process.
import { randomBytes } from "node:crypto";
import { PostgresConnection } from "../../src/adapters/postgres/postgres-connection.ts";
import { engine } from "../../src/adapters/postgres/postgres-engine.ts";
import { PostgresServer } from "../../src/adapters/postgres/postgres-server.ts";
import { SecretBox } from "../../src/lib/secret-box.ts";
import { sharedPostgres, type PostgresTestServer } from "./postgres-server.ts";
import { storesOver, type ScratchStores } from "./scratch-stores.ts";

export async function scratchPostgres(): Promise<ScratchStores> {
  const server = await sharedPostgres();
  const database = await server.createDatabase(await (migrated ??= makeMigrated(server)));
  const io = new PostgresServer(server.url(database));
  const { stores, close } = storesOver(
    new SecretBox(randomBytes(32)),
    (role) => new PostgresConnection(io.line(), role),
    false,
  );
  const remove = async (): Promise<void> => {
    await close();
    await io.close();
    await server.dropDatabase(database);
  };
  return {
    stores,
    connect: () => new PostgresConnection(io.line(), "writer"),
    isReadable: (text) => server.contains(text),
    close,
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

/** A database without entities, which is copied faster than one is migrated. */
let migrated: Promise<string> | undefined;

async function makeMigrated(server: PostgresTestServer): Promise<string> {
  const database = await server.createDatabase();
  const io = new PostgresServer(server.url(database));
  const connection = new PostgresConnection(io.line(), "writer");
  engine.migrate(connection, 0);
  connection.close();
  await io.close();
  return database;
}
