// How much memory something keeps alive: what the collector cannot take back, inside V8's heap and outside.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The bytes that what `make` returns keeps alive. */
export function heldBytes(make: () => unknown): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (!isCallable(collect)) throw new Error("this runtime does not let its collector be called");
  const measure = (): number => {
    // Memory of buffers is given back in the background; the second collection waits until the first one has done so.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = measure();
  const held = make();
  const after = measure();
  // Used once more, so that it is alive until here.
  return held === undefined ? 0 : after - before;
}

function isCallable(value: unknown): value is () => void {
  return typeof value === "function";
}
