// Whether a node of a cluster keeps files where the others do: one file there names the installation, written at its first start. A
// folder whose disk is not mounted looks empty, and nobody else would see what is written into it.
import { DomainError } from "../errors.ts";

/** The port to a folder or bucket; all methods reject with `unavailable` if it does not answer. */
export interface SharedPlace {
  /** As in messages. */
  readonly name: string;
  /** The content of the file that names the installation; undefined if there is none. */
  readMark(): Promise<string | undefined>;
  /** Resolves when it is durable. */
  writeMark(content: string): Promise<void>;
  /** Whether anything of a history is there. */
  hasHistory(): Promise<boolean>;
}

/** The name of the file. */
export const INSTALLATION_MARK = "installation";

/**
 * Throws `conflict` if the place is not that of the installation. `isFirst`: no node has used it before, so the file is written; so
 * it is where earlier versions have left a history without it.
 */
export async function requireSharedPlace(place: SharedPlace, installation: string, isFirst: boolean): Promise<void> {
  const found = (await place.readMark())?.trim();
  if (found === installation) return;
  if (found !== undefined)
    throw new DomainError(
      "conflict",
      `${place.name} (CLUSTER_FILES) belongs to the installation ${found}, the database at CLUSTER_POSTGRES_URL to ${installation}`,
    );
  if (!isFirst && !(await place.hasHistory()))
    throw new DomainError(
      "conflict",
      `${place.name} (CLUSTER_FILES) has neither a history nor the file "${INSTALLATION_MARK}", which other nodes have written: is its disk mounted? If it is the right place, write ${installation} into that file`,
    );
  await place.writeMark(`${installation}\n`);
}
