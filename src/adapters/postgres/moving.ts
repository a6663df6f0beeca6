// What the database knows of an import into it or an export of it, so that both can go on after a kill, and no node uses what is
// half there.
import { DomainError } from "../../core/errors.ts";
import type { StoreConnection } from "../sql/store-connection.ts";

/** One row while data are moved, and after a move that was cut off. */
const TABLE = "moving";

export interface Moving {
  readonly kind: "import" | "export";
  /** The same for all tries. */
  readonly id: string;
  /** Of the folder that is imported, as it was when the import began. */
  readonly installation: string;
  readonly generation: number;
  /** Sealed with the key with which it began. */
  readonly sealed: Uint8Array;
}

export function findMoving(connection: StoreConnection): Moving | undefined {
  if (connection.get(`SELECT 1 FROM pg_class WHERE oid = to_regclass('${TABLE}')`) === undefined) return undefined;
  const row = connection.get(`SELECT * FROM ${TABLE}`);
  return (
    row && {
      kind: row["kind"] === "import" ? "import" : "export",
      id: String(row["id"]),
      installation: String(row["installation"]),
      generation: Number(row["generation"]),
      sealed: row["sealed"] as Uint8Array,
    }
  );
}

/** Runs inside a transaction. */
export function saveMoving(connection: StoreConnection, { kind, id, installation, generation, sealed }: Moving): void {
  connection.exec(`DROP TABLE IF EXISTS ${TABLE}`);
  connection.exec(
    `CREATE TABLE ${TABLE} (kind text NOT NULL, id text NOT NULL, installation text NOT NULL, generation bigint NOT NULL, sealed bytea NOT NULL)`,
  );
  connection.insert(TABLE, { kind, id, installation, generation, sealed });
}

export function forgetMoving(connection: StoreConnection): void {
  connection.exec(`DROP TABLE IF EXISTS ${TABLE}`);
}

/** For a node that starts: throws `conflict` on a part of an import. An export that was cut off begins anew after a node has run. */
export function endMoves(connection: StoreConnection): void {
  const moving = findMoving(connection);
  if (moving?.kind === "import")
    throw new DomainError(
      "conflict",
      "an import into this cluster has not ended: run the same `bridgehead cluster import` again; to give it up, drop the schemas bridgehead and bridgehead_lake of the database, and empty CLUSTER_FILES",
    );
  if (moving !== undefined) forgetMoving(connection);
}
