// A command that goes on until it is disposed of, with all commands of its pipe.
import { spawn } from "node:child_process";
import { once } from "node:events";

export function startedCommand(command: string, folder: string): AsyncDisposable {
  const child = spawn("/bin/sh", ["-c", command], { cwd: folder, stdio: "ignore", detached: true });
  const exited = once(child, "exit");
  return {
    async [Symbol.asyncDispose]() {
      // A process group of its own, as for a person who presses Ctrl+C.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
      await exited;
    },
  };
}
