// Ports of this machine that nobody listens on, for servers that keep theirs: not of the range from which the system takes those of
// outgoing connections, as one of these could have the port when its server starts again.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { randomInt } from "node:crypto";
import { portOrFreeOne } from "../demo/free-port.ts";

const FIRST = 20_000;
/** Where that range begins on Linux. */
const BEHIND_LAST = 32_768;
const HOST = "127.0.0.1";

/** As many as asked for, each another one; nobody else gets them here while this process runs, whether their servers run or not. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const [start, among] = [randomInt(BEHIND_LAST - FIRST), BEHIND_LAST - FIRST];
  const found: number[] = [];
  for (let step = 0; found.length < count; step++) {
    if (step === among) throw new Error(`there are no ${String(count)} free ports`);
    const port = FIRST + ((start + step) % among);
    if ((await isFree(port)) && (await isReserved(port))) found.push(port);
  }
  return found;
}

export async function isFree(port: number): Promise<boolean> {
  return (await portOrFreeOne(port, HOST)) === port;
}

/**
 * Holds the UDP port of the same number until this process ends, which the system allows to one process and gives free when that dies. No
 * server here uses UDP.
 * @returns false where it is held already
 */
async function isReserved(port: number): Promise<boolean> {
  const reservation = createSocket("udp4").unref();
  reservation.bind({ port, address: HOST, exclusive: true });
  try {
    await once(reservation, "listening");
    return true;
  } catch {
    reservation.close();
    return false;
  }
}
