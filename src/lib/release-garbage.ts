// Returns memory to the system once a thread has started: what it loaded and compiled is garbage by then, but an idle
// process would keep it, because nothing triggers the garbage collector.

/**
 * Collects all garbage of the calling thread, which takes about 0.1 s, so it should only be called at the end of
 * startup. Does nothing if the runtime was started without `--expose-gc`, which `scripts/runtime.mjs` passes.
 */
export function releaseGarbage(): void {
  globalThis.gc?.({ type: "major", flavor: "last-resort", execution: "sync" });
}
