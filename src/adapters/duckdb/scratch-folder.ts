// The folder for what need not outlive the process: what running exports have on disk, and what queries put aside. It may be a
// disk of its own, so the folder itself is never removed, and neither is what others keep in it.
import { constants } from "node:fs";
import { access, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../core/errors.ts";

/** What the engine puts aside, and the folders of exports and of files of reports. */
const OWN = /^(spill$|export-|report-)/;

/** Makes the folder, and removes what a crash has left in it. Throws `unavailable` where it cannot be used. */
export async function emptyScratchFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    for (const name of await readdir(folder))
      if (OWN.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError(
      "unavailable",
      `the folder ${folder} in the data folder (DATA_DIR) cannot be used: ${reason}`,
      {
        cause: error,
      },
    );
  }
}
