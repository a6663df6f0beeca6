// Makes the names in a folder durable: a new or renamed file is on disk only once its folder has been synced.
import { open } from "node:fs/promises";

export async function syncFolder(folder: string): Promise<void> {
  // Windows neither needs nor allows it.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
