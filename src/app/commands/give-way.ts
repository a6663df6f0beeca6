// Lowers this process's priority below all others on the machine, but not so far that it stops when they leave no time:
// the platform takes no checkpoint while a backup copies the last changes, and a keeper has to keep up with its nodes.
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

export function giveWay(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // A thread may have ended, or the system may not allow it: the command does its work anyway.
    }
  }
}

/** On Linux each thread has its own priority, which threads that it starts later inherit. */
function threads(): readonly number[] {
  return process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
}
