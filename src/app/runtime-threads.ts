// Lowers the priority of the threads on which the runtime collects garbage and compiles code. At the same priority they
// take the processor from the main thread for 100 ms at a time where there are no processors to spare, each time the
// heap is looked through.
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/** What the system calls these threads. */
const NAME = "V8Worker";
/** With a lower one still, garbage is collected so late that the memory of a large fleet grows by a fifth. */
const PRIORITY = 5;
const THREADS = "/proc/self/task";

/** Does nothing where threads have no priority of their own: only Linux has one. */
export function lowerRuntimeThreads(): void {
  if (process.platform !== "linux") return;
  try {
    for (const thread of readdirSync(THREADS))
      if (readFileSync(`${THREADS}/${thread}/comm`, "utf8").trimEnd() === NAME) setPriority(Number(thread), PRIORITY);
  } catch {
    // The system does not allow it: garbage is collected at the cost of latency.
  }
}
