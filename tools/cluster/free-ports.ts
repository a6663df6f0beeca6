// Ports of this machine that nobody listens on, for servers that keep theirs: not of the range from which the system takes those of
// outgoing connections, as one of these could have the port when its server starts again.
import { randomInt } from "node:crypto";
import { portOrFreeOne } from "../demo/free-port.ts";

const FIRST = 20_000;
/** Where that range begins on Linux. */
const BEHIND_LAST = 32_768;
const HOST = "127.0.0.1";

/** As many as asked for, each another one. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const start = randomInt(FIRST, BEHIND_LAST);
  const found: number[] = [];
  for (let step = 0; found.length < count; step++) {
    if (step === BEHIND_LAST - FIRST) throw new Error(`there are no ${String(count)} free ports`);
    const port = FIRST + ((start - FIRST + step) % (BEHIND_LAST - FIRST));
    if (await isFree(port)) found.push(port);
  }
  return found;
}

export async function isFree(port: number): Promise<boolean> {
  return (await portOrFreeOne(port, HOST)) === port;
}
