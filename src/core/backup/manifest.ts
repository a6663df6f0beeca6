// The manifest of a backup: the pieces of its files and the expected contents. It is written last and named by the
// moment of the backup, so that a backup is either complete or does not exist. Its last line is the SHA-256 of the
// others.
import { createHash } from "node:crypto";
import { Type, type Static } from "typebox";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import type { DeepReadonly } from "../../lib/deep-readonly.ts";
import { parseNamed } from "../../lib/json-names.ts";
import type { BackupPlace } from "./backup-place.ts";
import { DamagedBackup } from "./pieces.ts";

const MANIFESTS = "backups/";
const ENDING = ".json";

const pieceId = Type.String({ pattern: "^[0-9a-f]{64}$" });
const count = Type.Integer({ minimum: 0 });

/**
 * A path in the data folder: a file name, or one inside a subfolder. Paths that could leave the folder do not match.
 */
export const path = Type.String({ pattern: "^[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)?$" });

/** Encrypted with the passphrase: salt, nonce, content and tag in base64. */
const sealed = Type.Object({ salt: Type.String(), nonce: Type.String(), sealed: Type.String(), tag: Type.String() });

const schema = Type.Object({
  /** Version of the manifest format. Readers ignore members that they do not know. */
  format: Type.Literal(1),
  /** Version of the platform. */
  version: Type.String(),
  /** The moment of the saved state, as `2026-11-23T10:15:00.000Z`. */
  moment: Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$" }),
  /** The id of the data folder, and its mark at that moment. */
  installation: Type.String(),
  generation: count,
  /** Counts at that moment: points, and rows of tables. */
  counts: Type.Record(Type.String(), count),
  /** `secret.key`. */
  key: sealed,
  /** The certificate of `tls.auto` in PEM, and its key; absent if there was none, and up to version 0.3.0. */
  tls: Type.Optional(Type.Object({ certificate: Type.String(), key: sealed })),
  files: Type.Array(Type.Object({ path, bytes: count, lists: Type.Array(pieceId) })),
});

export type Manifest = DeepReadonly<Static<typeof schema>>;
export type BackupFile = Manifest["files"][number];
export type SealedKey = Manifest["key"];

/** The names of all manifests, oldest first. Files of others that lie there are none. */
export async function listManifests(place: BackupPlace): Promise<readonly string[]> {
  const names = await place.list(MANIFESTS);
  return names.filter((name) => name.endsWith(ENDING) && !Number.isNaN(momentOf(name))).sort();
}

/** Whether the backup of this moment, in milliseconds since the epoch, is there. */
export async function hasManifest(place: BackupPlace, moment: number): Promise<boolean> {
  return (await place.get(manifestName(momentName(moment)))) !== undefined;
}

function manifestName(moment: string): string {
  return `${MANIFESTS}${moment.replaceAll(":", "-")}${ENDING}`;
}

/** The moment in a manifest name, in milliseconds since the epoch. */
export function momentOf(name: string): number {
  return parseMomentName(name.slice(MANIFESTS.length, -ENDING.length));
}

/** `2026-11-23T10-15-00.000Z`, because not every file system allows colons. `at` is in milliseconds since the epoch. */
export function momentName(at: number): string {
  return new Date(at).toISOString().replaceAll(":", "-");
}

/** In milliseconds since the epoch; NaN if it is none. */
export function parseMomentName(name: string): number {
  const [date = "", time = ""] = name.split("T");
  const at = Date.parse(`${date}T${time.replaceAll("-", ":")}`);
  return !Number.isNaN(at) && momentName(at) === name ? at : Number.NaN;
}

const VERIFIED = "verified";

/** Records with the backups that one of them was verified at this time. */
export async function noteVerified(place: BackupPlace, at: EpochMillis): Promise<void> {
  await place.put(VERIFIED, Buffer.from(new Date(at).toISOString()));
}

/** When one of the backups was last verified; undefined if none has been. */
export async function lastVerified(place: BackupPlace): Promise<EpochMillis | undefined> {
  const text = await place.get(VERIFIED);
  const time = text === undefined ? Number.NaN : Date.parse(Buffer.from(text).toString());
  return Number.isNaN(time) ? undefined : millis(time);
}

export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest)}\n`;
  await place.put(manifestName(manifest.moment), Buffer.from(`${text}${sha256(text)}\n`));
}

export async function removeManifest(place: BackupPlace, { moment }: Manifest): Promise<void> {
  await place.remove(manifestName(moment));
}

/** Throws `DamagedBackup`. */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const bytes = await place.get(name);
  if (bytes === undefined) throw new DamagedBackup(`${name} is missing in ${place.name}`);
  const damaged = (): DamagedBackup =>
    new DamagedBackup(`${name} in ${place.name} is damaged: remove it, or move it elsewhere, to use the other backups`);
  const [text = ""] = Buffer.from(bytes).toString("latin1").split("\n", 1);
  if (!Buffer.from(`${text}\n${sha256(Buffer.from(`${text}\n`, "latin1"))}\n`, "latin1").equals(bytes)) throw damaged();
  // Loaded only when a manifest is read: the schema library is a hundred times the size of this file, and a running
  // platform does no more than list backups.
  const { Value } = await import("typebox/value");
  const manifest = parseNamed(Buffer.from(text, "latin1").toString());
  if (!Value.Check(schema, manifest))
    throw new DamagedBackup(`${name} in ${place.name} is no manifest of this version: use a newer version`);
  // A renamed manifest would claim another moment.
  if (manifestName(manifest.moment) !== name) throw damaged();
  return manifest;
}

function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
