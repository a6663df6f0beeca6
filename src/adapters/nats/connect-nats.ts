// Connections to the NATS servers of a cluster. One that is lost is made again, for as long as its owner wants it.
import { connect, type ConnectionOptions, type NatsConnection } from "@nats-io/transport-node";
import { DomainError } from "../../core/errors.ts";

/** Between two attempts. */
const PAUSE_MILLIS = 100;
/** For the first connection, and for questions. */
export const ASK_MILLIS_MAX = 5_000;
/** A server that is silent for about three of these is left for another. */
const PING_MILLIS = 2_000;

/** `urls` may have a user with a password, or a token in place of both. Throws `unavailable` if no server answers. */
export async function connectNats(urls: readonly string[]): Promise<NatsConnection> {
  try {
    return await connect({
      ...accessOf(urls),
      maxReconnectAttempts: -1,
      reconnectTimeWait: PAUSE_MILLIS,
      pingInterval: PING_MILLIS,
      maxPingOut: 2,
      timeout: ASK_MILLIS_MAX,
    });
  } catch (error) {
    throw new DomainError("unavailable", "no NATS server answers", { cause: error });
  }
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
