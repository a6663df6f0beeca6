// Selecting a backup, and removing those that are no longer needed.
import { DomainError } from "../errors.ts";
import { Slots } from "../../lib/slots.ts";
import type { BackupPlace } from "./backup-place.ts";
import { changeName, listChanges, type ChangeHead } from "./changes.ts";
import { listManifests, momentOf, readManifest, type Manifest } from "./manifest.ts";
import { readLists } from "./piece-lists.ts";
import { DamagedBackup, listPieces, pieceName, type PieceId } from "./pieces.ts";

/** Concurrent removals; each is a round trip to a bucket. */
const REMOVALS_MAX = 8;

/** A state that can be restored: that of a backup, or a later one. */
export interface Restorable {
  readonly manifest: Manifest;
  /** What has to follow, in order; empty for the state of the backup. */
  readonly changes: readonly ChangeHead[];
  /** In milliseconds since the epoch. */
  readonly moment: number;
}

/** The newest state, or the newest at or before `at`, in milliseconds since the epoch. */
export async function chooseRestorable(place: BackupPlace, at = Infinity): Promise<Restorable> {
  const names = await listManifests(place);
  if (names.length === 0) throw new DomainError("not-found", `there is no backup in ${place.name}`);
  const index = names.findLastIndex((each) => momentOf(each) <= at);
  if (index === -1)
    throw new DomainError(
      "not-found",
      `the oldest backup in ${place.name} is of ${new Date(momentOf(names[0] ?? "")).toISOString()}, later than the moment given`,
    );
  const { name, changes, moment } = await newestState(place, names.slice(0, index + 1), at);
  const gap = changes.findIndex(({ number }, index) => number !== index);
  if (gap !== -1)
    throw new DamagedBackup(
      `${changeName({ backup: momentOf(name), number: gap, moment: undefined })} is missing in ${place.name}: only moments before it can be restored`,
    );
  return { manifest: await readManifest(place, name), changes, moment };
}

interface NamedState {
  readonly name: string;
  readonly changes: readonly ChangeHead[];
  readonly moment: number;
}

/**
 * Of the backups with these names, all of them made up to `at`. Changes go with a backup until the next one that gets
 * some is complete; one made by hand in between gets none.
 */
async function newestState(place: BackupPlace, names: readonly string[], at: number): Promise<NamedState> {
  const newest = names.at(-1) ?? "";
  const alone: NamedState = { name: newest, changes: [], moment: momentOf(newest) };
  for (const name of names.toReversed()) {
    const changes = changesUntil(at, await listChanges(place, momentOf(name)));
    const moment = changes.at(-1)?.moment;
    if (moment === undefined) continue;
    // Changes of the newest backup follow it, although their moments say otherwise where the clock was set back.
    return name === newest || moment > alone.moment ? { name, changes, moment } : alone;
  }
  return alone;
}

function changesUntil(at: number, heads: readonly ChangeHead[]): readonly ChangeHead[] {
  const last = heads.findLastIndex(({ moment }) => moment !== undefined && moment <= at);
  return heads.slice(0, last + 1);
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
  // Before the manifests, without which nobody would find them.
  for (const name of old) await removeAll(place, (await listChanges(place, momentOf(name))).map(changeName));
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
