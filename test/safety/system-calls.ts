// Reads what strace has written about a server: which call began and ended where among the others, on which file or
// connection, and with which bytes.

export interface SystemCall {
  readonly name: string;
  /** The path or the connection behind the first argument. */
  readonly target: string;
  /** All bytes that the call wrote or read. */
  readonly bytes: Buffer;
  /** Negative where it failed. */
  readonly result: number;
  /** Where it begins and where it ends among all beginnings and ends, in the order in which the system saw them. */
  readonly begin: number;
  readonly end: number;
}

/** The arguments of strace, for `parseCalls` to find what it needs; `calls` are names of system calls. */
export function traceArguments(file: string, calls: readonly string[]): string[] {
  return ["-yy", "-xx", "-s", "1000000", "-o", file, "-e", `trace=${calls.join(",")}`, "-e", "signal=none"];
}

const CALL = /^([0-9]+) +([a-z0-9_]+)\((.*)$/;
const RESUMED = /^([0-9]+) +<\.\.\. ([a-z0-9_]+) resumed>(.*)$/;
const RESULT = /\) += (-?[0-9]+)(?: .*)?$/;
const UNFINISHED = / ?<unfinished \.\.\.>$/;
// The description of a descriptor may hold hexadecimal escapes itself, so it ends at the first ">" that a comma or the end follows.
const TARGET = /^[0-9]+<(.*?)>(?=,|\)|$| )/;
const ESCAPED = /"((?:\\x[0-9a-f]{2})*)"/g;

/** Calls that had not ended when the trace did are left out. */
export function parseCalls(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { name: string; begin: number; text: string }>();
  for (const [index, line] of trace.split("\n").entries()) {
    const resumed = RESUMED.exec(line);
    if (resumed !== null) {
      const [, pid = "", , rest = ""] = resumed;
      const begun = unfinished.get(pid);
      unfinished.delete(pid);
      if (begun !== undefined) take(calls, begun.name, `${begun.text}${rest}`, begun.begin, index);
      continue;
    }
    const called = CALL.exec(line);
    if (called === null) continue;
    const [, pid = "", name = "", text = ""] = called;
    if (UNFINISHED.test(text)) unfinished.set(pid, { name, begin: index, text: text.replace(UNFINISHED, "") });
    else take(calls, name, text, index, index);
  }
  return calls.sort((one, other) => one.begin - other.begin);
}

function take(calls: SystemCall[], name: string, text: string, begin: number, end: number): void {
  const result = RESULT.exec(text)?.[1];
  const target = TARGET.exec(text)?.[1];
  if (result === undefined || target === undefined) return;
  const bytes = Buffer.concat(
    [...text.slice(target.length).matchAll(ESCAPED)].map(([, escaped = ""]) =>
      Buffer.from(escaped.replaceAll("\\x", ""), "hex"),
    ),
  );
  calls.push({ name, target: unescape(target), bytes, result: Number(result), begin, end });
}

/** With -xx strace writes paths in hexadecimal too. */
function unescape(target: string): string {
  return target.replace(/(?:\\x[0-9a-f]{2})+/g, (escaped) =>
    Buffer.from(escaped.replaceAll("\\x", ""), "hex").toString("utf8"),
  );
}
