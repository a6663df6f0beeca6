// The address in the links that the first start prints. They are opened on the computer of whoever reads the log, which may be
// another machine.
import { hostname, networkInterfaces } from "node:os";

/** What the operating system says about this machine. */
export interface Machine {
  readonly hostname: typeof hostname;
  readonly networkInterfaces: typeof networkInterfaces;
}

const EVERY_ADDRESS = ["0.0.0.0", "::"];

/**
 * `url` of a server that listens on `host`, as other machines reach it: a server that listens on all addresses has the first IPv4
 * address of a network, or else the name of the machine.
 */
export function linkAddress(url: string, host: string, machine: Machine = { hostname, networkInterfaces }): string {
  if (!EVERY_ADDRESS.includes(host)) return url;
  const address = new URL(url);
  address.hostname = addressOf(machine) ?? machine.hostname();
  return address.origin;
}

function addressOf(machine: Machine): string | undefined {
  return Object.values(machine.networkInterfaces())
    .flatMap((entries = []) => entries)
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}
