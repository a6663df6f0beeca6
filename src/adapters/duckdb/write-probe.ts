// Finds out whether the disk accepts writes again, without touching the database.
import { open, rm } from "node:fs/promises";

/** Enough to notice a disk that is full except for a few blocks. */
const PROBE_BYTES = 1 << 20;

/** Writes and syncs a file next to `file`, then removes it. Returns whether that succeeded. */
export async function canWrite(file: string): Promise<boolean> {
  const path = `${file}.probe`;
  try {
    const probe = await open(path, "w");
    try {
      await probe.writeFile(new Uint8Array(PROBE_BYTES));
      await probe.sync();
    } finally {
      await probe.close();
    }
    return true;
  } catch {
    // Any error means no; the store has logged the fault itself.
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
