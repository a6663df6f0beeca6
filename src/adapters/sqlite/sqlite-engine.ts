// The threads of the embedded database reach it by its file.
import { SqliteConnection } from "./connection.ts";
import { migrate } from "../sql/migrate.ts";
import { migrations } from "../sql/migrations/index.ts";
import type { StoreEngine } from "../sql/store-engine.ts";

export const engine: StoreEngine = {
  connect: (file, role) => new SqliteConnection(String(file), role === "writer" ? "write" : "read"),
  migrate: (connection, now) => migrate(connection, migrations, now),
};
