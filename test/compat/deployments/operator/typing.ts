// What an operator types into the machine, block by block.
import type { ServiceMachine } from "../service-machine.ts";

const FETCHING = /^(?:PATH=\S+ )?(?:apt|npm) /;

/** Line by line; what is fetched from registries has the network of the outside. Resolves with what is printed. */
export async function typeBlock(machine: ServiceMachine, block: string): Promise<string> {
  const printed: string[] = [];
  for (const line of block.split("\n").filter((typed) => typed !== ""))
    printed.push(await (FETCHING.test(line) ? machine.typeFetching(line) : machine.type(line)));
  return printed.join("\n");
}
