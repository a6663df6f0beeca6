// Lets everybody else have a turn in the middle of long work: what has arrived meanwhile is served first.

/** Resolves when the event loop has gone around once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
