// Which server of a database takes its writes. An address may name several, of which one does: after a failover, another one.
import type { Client } from "pg";
import { invalid } from "../../core/errors.ts";

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/;

/** An address for each host of `postgres://user:password@one:5432,other:5432/name`. Throws `invalid`. */
export function serversOf(url: string): readonly URL[] {
  const [, before = "", hosts = "", after = ""] = ADDRESS.exec(url) ?? [];
  return hosts.split(",").map((host) => {
    const server = URL.parse(`${before}${host}${after}`);
    // It names no host, as the whole is the secret.
    if (host === "" || server === null)
      throw invalid(
        "CLUSTER_POSTGRES_URL (cluster.postgresUrl) must look like postgres://user:password@host:5432/name, with commas between several hosts",
      );
    return server;
  });
}

/**
 * Connects to the first server that takes writes; `clientOf` makes a client of its address. A standby is refused, as it answers what
 * was so some time ago. Rejects with what was wrong with the last one.
 */
export async function connectToPrimary(url: string, clientOf: (address: string) => Client): Promise<Client> {
  let reason: unknown;
  for (const { href } of serversOf(url)) {
    const client = clientOf(href);
    try {
      await client.connect();
      // A text, which every client reads as one.
      const { rows } = await client.query<{ takes: string }>(
        "SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' THEN 'reads' ELSE 'writes' END AS takes",
      );
      if (rows[0]?.takes === "writes") return client;
      throw new Error("the database server takes no writes: it is a standby, or read-only");
    } catch (error) {
      reason = error;
      client.end().catch(() => undefined);
    }
  }
  throw reason;
}
