// Selecting a backup, and removing those that are no longer needed.
import { DomainError } from "../errors.ts";
import { Slots } from "../../lib/slots.ts";
import type { BackupPlace } from "./backup-place.ts";
import { listManifests, momentOf, readManifest, type Manifest } from "./manifest.ts";
import { readLists } from "./piece-lists.ts";
import { listPieces, pieceName, type PieceId } from "./pieces.ts";

/** Concurrent removals; each is a round trip to a bucket. */
const REMOVALS_MAX = 8;

/** The newest backup, or the newest at or before `at`, in milliseconds since the epoch. */
export async function chooseBackup(place: BackupPlace, at?: number): Promise<Manifest> {
  const names = await listManifests(place);
  if (names.length === 0) throw new DomainError("not-found", `there is no backup in ${place.name}`);
  const name = names.findLast((each) => at === undefined || momentOf(each) <= at);
  if (name !== undefined) return await readManifest(place, name);
  throw new DomainError(
    "not-found",
    `the oldest backup in ${place.name} is of ${new Date(momentOf(names[0] ?? "")).toISOString()}, later than the moment given`,
  );
}

/**
 * Removes backups older than `before` (milliseconds since the epoch) except the newest, and all pieces that no
 * remaining backup uses. The caller must hold the lock of the place. A damaged manifest stops the removal, because the
 * pieces that it needs are unknown.
 */
export async function removeOldBackups(
  place: BackupPlace,
  before: number,
): Promise<{ readonly backups: number; readonly pieces: number }> {
  const names = await listManifests(place);
  const old = names.filter((name, index) => index < names.length - 1 && momentOf(name) < before);
  const kept = names.filter((name) => !old.includes(name));
  const used = await usedPieces(place, kept);
  await removeAll(place, old);
  const unused = [...(await listPieces(place))].filter((id) => !used.has(id));
  await removeAll(place, unused.map(pieceName));
  return { backups: old.length, pieces: unused.length };
}

export async function removeAll(place: BackupPlace, names: readonly string[]): Promise<void> {
  const slots = new Slots({ max: REMOVALS_MAX });
  await Promise.all(names.map((name) => slots.run(() => place.remove(name))));
}

async function usedPieces(place: BackupPlace, manifests: readonly string[]): Promise<ReadonlySet<PieceId>> {
  const used = new Set<PieceId>();
  for (const name of manifests) {
    const { files } = await readManifest(place, name);
    for (const { path, lists } of files) {
      // Backups share most of their lists.
      const unread = lists.filter((list) => !used.has(list));
      for (const { id } of await readLists(place, unread, path)) used.add(id);
      for (const list of unread) used.add(list);
    }
  }
  return used;
}
