// Which versions use a schema at the same time. Each connection of a node says by a lock up to which migration its program knows, and
// looks whether the schema needs more; a node that migrates looks for connections that know less than the schema will need. Neither
// can miss the other. Decision 0166.
import { DomainError } from "../../core/errors.ts";
import type { StoreConnection } from "../sql/store-connection.ts";
import { NODES_LOCK } from "./locks.ts";
import { OUTDATED } from "./postgres-errors.ts";

/** What each connection of a node begins with, whose program knows migrations up to `known`. Fails with `outdated`. */
export function joinNodes(known: number): readonly string[] {
  const last = String(known);
  return [
    `SELECT pg_advisory_lock_shared(${String(NODES_LOCK)}, ${last})`,
    // The table may not be there yet. Reading it waits for a migration that is about to be committed.
    `DO $$
      DECLARE unknown record;
      BEGIN
        IF NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('migration') AND attname = 'needs') THEN RETURN; END IF;
        SELECT number, name INTO unknown FROM migration
          WHERE number > ${last} AND coalesce(needs, number) > ${last} ORDER BY number LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'the database has the migration % (%), which this version does not know; it was last used by a newer version',
            unknown.number, unknown.name USING ERRCODE = '${OUTDATED}';
        END IF;
      END $$`,
  ];
}

/** In a transaction, at whose end programs must know the migration `needs`. Throws `conflict` if one is connected that does not. */
export function requireNoOlderNodes(connection: StoreConnection, needs: number): void {
  // Who connects from now on waits for the end of the transaction, and then sees what it has done.
  connection.exec("LOCK TABLE migration IN ACCESS EXCLUSIVE MODE");
  const [older, ...others] = connection.all(
    `SELECT max(CAST(l.objid AS bigint)) AS known, coalesce(host(a.client_addr), 'this machine') AS address
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.classid = CAST(? AS oid) AND l.objsubid = 2 AND CAST(l.objid AS bigint) < ?
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.pid <> pg_backend_pid()
     GROUP BY 2 ORDER BY 2`,
    NODES_LOCK,
    needs,
  );
  if (older === undefined) return;
  const places = [older, ...others].map(({ address }) => String(address)).join(", ");
  throw new DomainError(
    "conflict",
    `nodes of a version run that cannot go on with the database of this one: they know its migrations up to ${String(older["known"])}, and would need ${String(needs)}. Upgrade them to a version in between, or end all of them first. They run on ${places}`,
  );
}
