// Puts this process behind the others on the machine; not so far that it stands still where they leave nothing, as the platform takes no
// checkpoint while a backup copies the last changes.
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

export function giveWay(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // A thread that has ended, or a system that does not allow it: the command does its work all the same.
    }
  }
}

/** On Linux each has a priority of its own, which those that it starts later inherit. */
function threads(): readonly number[] {
  return process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
}
