// Connections to the NATS servers of a cluster. One that is lost is made again, for as long as its owner wants it.
import { connect, type ConnectionOptions, type NatsConnection } from "@nats-io/transport-node";
import { jetstreamManager } from "@nats-io/jetstream";
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";

/** Between two attempts. */
const PAUSE_MILLIS = 100;
/** For the first connection, and for questions. */
export const ASK_MILLIS_MAX = 5_000;
/** A server that is silent for about three of these is left for another. */
const PING_MILLIS = 2_000;
/** How often it is asked for its leader. Where servers choose a new one, that takes less than so many times. */
const LOOK_MILLIS = 4_000;
const MISSES_MAX = 4;

/** `urls` may have a user with a password, or a token in place of both. Throws `unavailable` if no server answers. */
export async function connectNats(urls: readonly string[], clock: Clock): Promise<NatsConnection> {
  try {
    const connection = await connect({
      ...accessOf(urls),
      maxReconnectAttempts: -1,
      reconnectTimeWait: PAUSE_MILLIS,
      pingInterval: PING_MILLIS,
      maxPingOut: 2,
      timeout: ASK_MILLIS_MAX,
    });
    await leaveIfCutOff(connection, clock);
    return connection;
  } catch (error) {
    throw new DomainError("unavailable", "no NATS server answers", { cause: error });
  }
}

/**
 * A server that has been cut off from the others still has its clients, who hear of nobody else. It knows no leader then, so its
 * clients go on to the next server.
 */
async function leaveIfCutOff(connection: NatsConnection, clock: Clock): Promise<void> {
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: PING_MILLIS });
  let misses = 0;
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    try {
      await manager.getAccountInfo();
      misses = 0;
    } catch {
      if (++misses >= MISSES_MAX && !connection.isClosed()) {
        misses = 0;
        await connection.reconnect();
      }
    } finally {
      isLooking = false;
    }
  };
  const timer = clock.every(LOOK_MILLIS, () => {
    if (!isLooking) void look();
  });
  void connection.closed().finally(() => timer.cancel());
}

/** The user is the same on all servers, as NATS has it. */
function accessOf(urls: readonly string[]): ConnectionOptions {
  const parsed = urls.map((url) => {
    const found = URL.parse(url);
    if (found === null || found.host === "")
      throw new DomainError("invalid", "the address of a NATS server looks like nats://user:password@host:4222");
    return found;
  });
  const { username = "", password = "" } = parsed[0] ?? {};
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: parsed.map(({ host }) => host),
    ...(user === "" ? {} : pass === "" ? { token: user } : { user, pass }),
    ...(parsed.some(({ protocol }) => protocol === "tls:") ? { tls: {} } : {}),
  };
}
