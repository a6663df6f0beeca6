// Processes many items, a few at a time, and reports progress. Failures are collected with their reasons.

export interface BulkFailure<Item> {
  readonly item: Item;
  readonly error: unknown;
}

export interface BulkProgress<Item> {
  readonly done: number;
  readonly failures: readonly BulkFailure<Item>[];
}

/** Maximum number of simultaneous calls in one run. */
const TOGETHER_MAX = 4;

export async function bulkRun<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  onProgress: (progress: BulkProgress<Item>) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = items.values();
  const failures: BulkFailure<Item>[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal.aborted) return;
      try {
        await act(item);
      } catch (error) {
        failures.push({ item, error });
      }
      done++;
      onProgress({ done, failures: [...failures] });
    }
  };
  await Promise.all(Array.from({ length: TOGETHER_MAX }, work));
}
