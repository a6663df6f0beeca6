// Ports of this machine that nobody listens on, for servers that keep theirs: not of the range from which the system takes those of
// outgoing connections, as one of these could have the port when its server starts again.
import { randomInt } from "node:crypto";
import { portOrFreeOne } from "../demo/free-port.ts";

const FIRST = 20_000;
/** Where that range begins on Linux. */
const BEHIND_LAST = 32_768;
const HOST = "127.0.0.1";
/**
 * Each process of tests looks in a part of its own, by its number: what is free because a server of another one is stopped for a while
 * is taken when that starts again. A process without a number looks in the first part, and more processes than parts share some.
 */
const PARTS = 24;
const PORTS_A_PART = (BEHIND_LAST - FIRST) / PARTS;

/** As many as asked for, each another one. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const first = FIRST + (Number(process.env["VITEST_POOL_ID"] ?? 0) % PARTS) * PORTS_A_PART;
  const start = randomInt(PORTS_A_PART);
  const found: number[] = [];
  for (let step = 0; found.length < count; step++) {
    if (step === PORTS_A_PART) throw new Error(`there are no ${String(count)} free ports`);
    const port = first + ((start + step) % PORTS_A_PART);
    if (await isFree(port)) found.push(port);
  }
  return found;
}

export async function isFree(port: number): Promise<boolean> {
  return (await portOrFreeOne(port, HOST)) === port;
}
