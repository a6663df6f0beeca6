// Gives memory back to the system once a thread has started: what it read and compiled on the way is garbage by then, and
// an idle process would keep it, since nothing makes the collector run.

/**
 * Collects all garbage of the calling thread, which takes some 0.1 s; for the end of a start and for nothing later. Does
 * nothing where the runtime was started without `--expose-gc`, which `scripts/runtime.mjs` gives it.
 */
export function releaseGarbage(): void {
  globalThis.gc?.({ type: "major", flavor: "last-resort", execution: "sync" });
}
