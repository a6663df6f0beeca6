// What a stream must promise before anything is acknowledged by it: enough copies, nothing dropped by itself, and servers
// that sync each message. Clients cannot ask a server through NATS how it syncs, unless they belong to the system
// account; its monitoring endpoint says it: `jetstream.config.sync_always` of `/varz`.
import type { StreamInfo } from "@nats-io/jetstream";
import { DomainError } from "../../core/errors.ts";
import { parseNamed } from "../../lib/json-names.ts";

const ASK_MILLIS_MAX = 5_000;

/** How to know that the servers sync. */
export type SyncProof =
  /** The monitoring endpoints of all servers that may have a copy. */
  | { readonly kind: "asked"; readonly monitors: readonly string[] }
  /** The operator vouches for it, as where a provider runs the servers. */
  | { readonly kind: "declared" };

export interface StreamNeeds {
  readonly replicas: number;
  readonly messageBytesMax: number;
  readonly forgets?: boolean;
}

/** Throws `unavailable` with everything that the stream lacks. */
export function requireStream({ config }: StreamInfo, { replicas, messageBytesMax, forgets }: StreamNeeds): void {
  const found: string[] = [];
  const need = (isSo: boolean, text: string): void => {
    if (!isSo) found.push(text);
  };
  need(config.num_replicas >= replicas, `it has ${String(config.num_replicas)} replicas, ${String(replicas)} are set`);
  need(config.storage === "file", `its storage is ${config.storage}, not file`);
  need(config.retention === "limits", `its retention is ${config.retention}, not limits`);
  need(config.discard === "new" || forgets === true, `when full it discards ${config.discard} messages, not new ones`);
  need(config.persist_mode !== "async", "it acknowledges before it has stored (persist_mode async)");
  need(config.max_age === 0, "it forgets messages by age (max_age)");
  need(config.max_msgs_per_subject <= 0, "it forgets messages by subject (max_msgs_per_subject)");
  need(!config.sealed, "it is sealed");
  need(config.mirror === undefined && config.sources === undefined, "it copies another stream");
  need(
    config.max_msg_size <= 0 || config.max_msg_size >= messageBytesMax,
    `its messages have at most ${String(config.max_msg_size)} bytes, ${String(messageBytesMax)} are needed`,
  );
  if (found.length > 0)
    throw new DomainError("unavailable", `stream ${config.name} cannot hold the log: ${found.join("; ")}`);
}

/**
 * Throws `unavailable` unless every server with a copy of the stream syncs each message. A server that is away, so that
 * neither its endpoint nor the leader of the stream hears it, keeps nobody from working with the others: returns the names
 * of these.
 */
export async function requireSync({ config, cluster }: StreamInfo, proof: SyncProof): Promise<readonly string[]> {
  if (proof.kind === "declared") return [];
  const answers = await Promise.all(proof.monitors.map(askServer));
  const isSynced = new Map(answers.flatMap((each) => (each === undefined ? [] : [[each.name, each.syncs] as const])));
  const replicas = cluster?.replicas ?? [];
  const members = [cluster?.leader, ...replicas.map(({ name }) => name)].filter((name) => name !== undefined);
  const servers = config.num_replicas > 1 ? members : [...isSynced.keys()];
  const lax = servers.filter((name) => isSynced.get(name) === false);
  if (lax.length > 0)
    throw new DomainError(
      "unavailable",
      `NATS server ${lax.join(", ")} does not sync each message, so a loss of power would lose acknowledged points: set "sync_interval: always" in its jetstream block`,
    );
  const unasked = servers.filter((name) => !isSynced.has(name));
  const heard = unasked.filter((name) => !replicas.some((replica) => replica.name === name && !isHeard(replica)));
  // Those that have not been heard of since the leader started have no name.
  const nameless = Math.max(0, config.num_replicas - servers.length);
  const silent = answers.filter((each) => each === undefined).length;
  const synced = servers.length - unasked.length;
  if (heard.length > 0 || unasked.length + nameless > silent || 2 * synced <= config.num_replicas)
    throw new DomainError(
      "unavailable",
      `no monitoring endpoint answers for ${heard.length > 0 ? `NATS server ${heard.join(", ")}` : "enough NATS servers"}, so they are not known to sync each message: name the endpoints of all servers`,
    );
  return [...unasked, ...Array.from({ length: nameless }, () => "unknown")];
}

/** Followers answer their leader every second, and choose another one only 4 s after they last did (`minElectionTimeout`). */
const HEARD_NANOS_MAX = 3_000_000_000;

/** Whether the leader of the stream has just heard this server. One that was never heard is active since 0. */
export function isHeard({ active }: { readonly active: number }): boolean {
  return active > 0 && active < HEARD_NANOS_MAX;
}

/** Undefined if it does not answer. */
async function askServer(monitor: string): Promise<{ readonly name: string; readonly syncs: boolean } | undefined> {
  try {
    const answer = await fetch(new URL("/varz", monitor), { signal: AbortSignal.timeout(ASK_MILLIS_MAX) });
    const found: unknown = parseNamed(await answer.text());
    const { server_name: name, jetstream } = found as {
      readonly server_name?: unknown;
      readonly jetstream?: { readonly config?: { readonly sync_always?: unknown } };
    };
    return { name: String(name), syncs: jetstream?.config?.sync_always === true };
  } catch {
    return undefined;
  }
}
