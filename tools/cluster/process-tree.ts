// A process with all that it has started, as Linux lists them: what is frozen or killed is all of it, as if its machine had been.
import { readdirSync, readFileSync } from "node:fs";

interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly hasEnded: boolean;
}

/** Whether it runs or is frozen; false also for one that has ended and whose parent has not looked. */
export function isAlive(pid: number): boolean {
  return readProcess(pid)?.hasEnded === false;
}

/** Stops all of them (SIGSTOP), and returns their ids, that of `root` first. None can start another any more. */
export function freezeTree(root: number): readonly number[] {
  const frozen = new Set<number>();
  for (;;) {
    const running = processTree(root).filter((pid) => !frozen.has(pid));
    if (running.length === 0) return [...frozen];
    for (const pid of running) {
      signal(pid, "SIGSTOP");
      frozen.add(pid);
    }
  }
}

/** One that has ended meanwhile is passed over. */
export function signalAll(pids: Iterable<number>, name: NodeJS.Signals): void {
  for (const pid of pids) signal(pid, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  unlessGone(() => process.kill(pid, name));
}

/** The process and all that it has started, itself first. */
export function processTree(root: number): readonly number[] {
  const children = Map.groupBy(
    readdirSync("/proc")
      .map((name) => readProcess(Number(name)))
      .filter((each) => each?.hasEnded === false),
    (each) => each?.parent,
  );
  const found = isAlive(root) ? [root] : [];
  // A list grows while it is gone through.
  for (const pid of found) for (const child of children.get(pid) ?? []) if (child !== undefined) found.push(child.pid);
  return found;
}

/** Undefined where there is no such process. */
function readProcess(pid: number): ListedProcess | undefined {
  if (!Number.isInteger(pid)) return undefined;
  const line = unlessGone(() => readFileSync(`/proc/${String(pid)}/stat`, "utf8"));
  if (line === undefined) return undefined;
  // Behind the name, which may hold blanks and brackets: the state and the parent.
  const [state = "", parent = ""] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return { pid, parent: Number(parent), hasEnded: "ZX".includes(state) };
}

/** Undefined where the process has ended before it could be asked. */
function unlessGone<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ESRCH"].includes(String(error.code))) return undefined;
    throw error;
  }
}
