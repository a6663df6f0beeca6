// What has changed in a data folder since a backup, so that moments between two backups can be restored. Each step is
// written as one object, or several where it is long. An object holds parts by which files have grown; the last one of
// a step has the moment in its name, and up to there the parts make a state that can be restored.
import { Type } from "typebox";
import type { Static } from "typebox";
import { parseNamed } from "../../lib/json-names.ts";
import type { BackupPlace } from "./backup-place.ts";
import { momentName, parseMomentName, path } from "./manifest.ts";
import { DamagedBackup, pack, unpack } from "./pieces.ts";

const CHANGES = "changes/";
const NUMBER_DIGITS = 9;
const NAME = /^(\d{9})(?:_(.+))?$/;

export interface ChangeHead {
  /** The moment of the backup, in milliseconds since the epoch. */
  readonly backup: number;
  /** From 0, without gaps. */
  readonly number: number;
  /** Undefined if the step goes on in the next object. In milliseconds since the epoch. */
  readonly moment: number | undefined;
}

/** Bytes of a file from an offset on, up to which it is as long before. From 0 on it is a new file. */
export interface ChangedPart {
  readonly path: string;
  readonly from: number;
  readonly content: Uint8Array;
}

const schema = Type.Object({
  backup: Type.Integer(),
  number: Type.Integer(),
  moment: Type.Optional(Type.Integer()),
  parts: Type.Array(Type.Object({ path, from: Type.Integer({ minimum: 0 }), bytes: Type.Integer({ minimum: 0 }) })),
});

export function changeName({ backup, number, moment }: ChangeHead): string {
  const end = moment === undefined ? "" : `_${momentName(moment)}`;
  return `${folderOf(backup)}${String(number).padStart(NUMBER_DIGITS, "0")}${end}`;
}

/** Those of a backup, in order. */
export async function listChanges(place: BackupPlace, backup: number): Promise<readonly ChangeHead[]> {
  const folder = folderOf(backup);
  const heads: ChangeHead[] = [];
  for (const name of [...(await place.list(folder))].sort()) {
    const [, number, moment] = NAME.exec(name.slice(folder.length)) ?? [];
    const at = moment === undefined ? undefined : parseMomentName(moment);
    if (number !== undefined && !Number.isNaN(at)) heads.push({ backup, number: Number(number), moment: at });
  }
  return heads;
}

function folderOf(backup: number): string {
  return `${CHANGES}${momentName(backup)}/`;
}

export async function encodeChange(head: ChangeHead, parts: readonly ChangedPart[]): Promise<Uint8Array> {
  const described: Static<typeof schema> = {
    backup: head.backup,
    number: head.number,
    ...(head.moment === undefined ? {} : { moment: head.moment }),
    parts: parts.map(({ content, ...part }) => ({ ...part, bytes: content.length })),
  };
  const line = Buffer.from(`${JSON.stringify(described)}\n`);
  return await pack(Buffer.concat([line, ...parts.map(({ content }) => content)]));
}

/** Throws `DamagedBackup`. */
export async function readChange(place: BackupPlace, head: ChangeHead): Promise<readonly ChangedPart[]> {
  const name = changeName(head);
  const packed = await place.get(name);
  if (packed === undefined) throw new DamagedBackup(`${name} is missing in ${place.name}`);
  const content = await unpack(packed);
  const damaged = (): DamagedBackup =>
    new DamagedBackup(`${name} in ${place.name} is damaged: only moments before it can be restored`);
  if (content === undefined) throw damaged();
  const end = content.indexOf(NEWLINE);
  // As in `manifest.ts`, loaded only when it is needed.
  const { Value } = await import("typebox/value");
  const described = parseNamed(Buffer.from(content.subarray(0, Math.max(0, end))).toString());
  if (!Value.Check(schema, described))
    throw new DamagedBackup(`${name} in ${place.name} is not of this version: use a newer version`);
  const { backup, number, moment } = described;
  // A renamed object would be another step.
  if (changeName({ backup, number, moment }) !== name) throw damaged();
  let at = end + 1;
  return described.parts.map(({ path: of, from, bytes }) => ({
    path: of,
    from,
    content: content.subarray(at, (at += bytes)),
  }));
}

const NEWLINE = 0x0a;
