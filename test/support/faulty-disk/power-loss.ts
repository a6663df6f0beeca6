// What a disk has after a loss of power: what was synced, and of what was not, nothing, all, or any part, sector by sector and in any
// order. Computed from a copy of the files at the beginning and from what disk.c has written down since.
import {
  closeSync,
  cpSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Random } from "../../../tools/simulator/random.ts";

/** As disk.c counts them. */
const KINDS = [
  "",
  "open",
  "write",
  "truncate",
  "sync-begun",
  "synced",
  "rename",
  "unlink",
  "link",
  "mkdir",
  "rmdir",
  "extend",
] as const;
const MADE = 1;
const EMPTIED = 2;
const SYNCED_WRITES = 4;
const HEAD_BYTES = 32;
const SECTOR_BYTES = 512;

export interface DiskOptions {
  readonly random: Random;
  /**
   * Where names of files are durable. "folder": when their folder is synced, which is all that POSIX promises. "journal": with any later
   * sync of any file, and in their order, as journals of file systems have it.
   */
  readonly names: "folder" | "journal";
  /** Of what was not synced. */
  readonly unsynced: "nothing" | "all" | "some";
  /** Whether syncs count; where they do not, promises must be found broken. */
  readonly syncs: boolean;
}

interface Change {
  /** Among all records. */
  readonly number: number;
  readonly kind: "write" | "truncate" | "extend";
  /** Where it writes to, or the new length. */
  readonly at: number;
  readonly data: Buffer;
  isDurable: boolean;
}

interface File {
  readonly isFolder: boolean;
  /** Below the copy of the beginning; undefined for one that was made since. */
  readonly origin: string | undefined;
  readonly changes: Change[];
}

interface NameChange {
  readonly number: number;
  readonly kind: "put" | "take" | "move";
  readonly path: string;
  /** Where a move leads. */
  readonly other: string;
  readonly file: File;
  isDurable: boolean;
}

export interface PowerLoss {
  /** Changes of contents and names that the disk was free to forget. */
  readonly unsynced: number;
  readonly forgotten: number;
  readonly torn: number;
}

/** `before` is a copy of the folder `root` as it was when the log began; makes `into`. */
export function losePower(
  {
    log,
    root,
    before,
    into,
  }: { readonly log: string; readonly root: string; readonly before: string; readonly into: string },
  options: DiskOptions,
): PowerLoss {
  const disk = new Disk(root, before);
  disk.follow(readFileSync(log), options);
  return disk.restore(into, options);
}

class Disk {
  readonly #root: string;
  readonly #before: string;
  /** As the processes saw it. */
  readonly #seen = new Map<string, File>();
  readonly #atFirst: ReadonlyMap<string, File>;
  readonly #open = new Map<bigint, { file: File; path: string; isSynced: boolean }>();
  readonly #syncs = new Map<bigint, number>();
  readonly #names: NameChange[] = [];
  #counts = { unsynced: 0, forgotten: 0, torn: 0 };

  constructor(root: string, before: string) {
    this.#root = root;
    this.#before = before;
    this.#seen.set("", { isFolder: true, origin: "", changes: [] });
    for (const entry of readdirSync(before, { recursive: true, withFileTypes: true }).sort(
      (one, other) => one.parentPath.length - other.parentPath.length,
    )) {
      const path = relative(before, join(entry.parentPath, entry.name));
      if (entry.isDirectory() || entry.isFile())
        this.#seen.set(path, { isFolder: entry.isDirectory(), origin: path, changes: [] });
    }
    this.#atFirst = new Map(this.#seen);
  }

  follow(log: Buffer, { names, syncs }: DiskOptions): void {
    let number = 0;
    for (let at = 0; at + HEAD_BYTES <= log.length; number++) {
      const [kind, pathBytes, otherBytes, dataBytes] = [0, 4, 8, 12].map((field) => log.readUInt32LE(at + field)) as [
        number,
        number,
        number,
        number,
      ];
      const id = log.readBigUInt64LE(at + 16);
      const value = log.readBigInt64LE(at + 24);
      const path = at + HEAD_BYTES;
      const data = path + pathBytes + otherBytes;
      at = data + dataBytes;
      if (at > log.length) return;
      this.#take(number, {
        kind: KINDS[kind] ?? "",
        id,
        value,
        path: this.#inRoot(log.toString("utf8", path, path + pathBytes)),
        other: this.#inRoot(log.toString("utf8", path + pathBytes, data)),
        data: log.subarray(data, at),
        names,
        syncs,
      });
    }
  }

  #inRoot(path: string): string {
    return path === "" ? "" : relative(this.#root, path);
  }

  #take(
    number: number,
    {
      kind,
      id,
      value,
      path,
      other,
      data,
      names,
      syncs,
    }: {
      kind: string;
      id: bigint;
      value: bigint;
      path: string;
      other: string;
      data: Buffer;
      names: DiskOptions["names"];
      syncs: boolean;
    },
  ): void {
    const open = this.#open.get(id);
    const change = (kindOf: Change["kind"], at: number): void => {
      open?.file.changes.push({ number, kind: kindOf, at, data, isDurable: open.isSynced });
    };
    switch (kind) {
      case "open": {
        const how = Number(value);
        const file = this.#seen.get(path) ?? this.#put(number, path, false);
        this.#open.set(id, { file, path, isSynced: (how & SYNCED_WRITES) !== 0 });
        if ((how & MADE) === 0 && (how & EMPTIED) !== 0)
          file.changes.push({ number, kind: "truncate", at: 0, data, isDurable: false });
        return;
      }
      case "write":
      case "truncate":
      case "extend":
        change(kind, Number(value));
        return;
      case "sync-begun":
        this.#syncs.set(value, number);
        return;
      case "synced": {
        const begun = this.#syncs.get(value);
        if (open === undefined || begun === undefined || !syncs) return;
        for (const one of open.file.changes) if (one.number < begun) one.isDurable = true;
        for (const one of this.#names)
          if (one.number < begun && (names === "journal" || (open.file.isFolder && isIn(open.path, one))))
            one.isDurable = true;
        return;
      }
      case "mkdir":
        this.#put(number, path, true);
        return;
      case "link": {
        const file = this.#seen.get(path);
        if (file === undefined) return;
        this.#seen.set(other, file);
        this.#names.push({ number, kind: "put", path: other, other, file, isDurable: false });
        return;
      }
      case "unlink":
      case "rmdir": {
        const file = this.#seen.get(path);
        if (file === undefined) return;
        this.#seen.delete(path);
        this.#names.push({ number, kind: "take", path, other: path, file, isDurable: false });
        return;
      }
      case "rename": {
        const file = this.#seen.get(path);
        if (file === undefined) return;
        moveIn(this.#seen, path, other);
        this.#names.push({ number, kind: "move", path, other, file, isDurable: false });
        return;
      }
    }
  }

  #put(number: number, path: string, isFolder: boolean): File {
    const file: File = { isFolder, origin: undefined, changes: [] };
    this.#seen.set(path, file);
    this.#names.push({ number, kind: "put", path, other: path, file, isDurable: false });
    return file;
  }

  restore(into: string, options: DiskOptions): PowerLoss {
    const names = this.#namesAfter(options);
    mkdirSync(into, { recursive: true, mode: 0o700 });
    for (const [path, file] of [...names].sort(([one], [other]) => one.length - other.length)) {
      // A name in a folder that has been forgotten cannot be reached.
      if (path !== "" && names.get(parentOf(path))?.isFolder !== true) continue;
      if (file.isFolder) mkdirSync(join(into, path), { recursive: true, mode: 0o700 });
      else this.#write(join(into, path), file, options);
    }
    return this.#counts;
  }

  #namesAfter({ random, names, unsynced }: DiskOptions): Map<string, File> {
    const after = new Map(this.#atFirst);
    const free = this.#names.filter(({ isDurable }) => !isDurable);
    this.#counts.unsynced += free.length;
    // A journal keeps the first of them.
    const journalled =
      unsynced === "all" ? free.length : unsynced === "nothing" ? 0 : Math.floor(random.between(0, free.length + 1));
    const kept = new Set(
      names === "journal"
        ? free.slice(0, journalled)
        : free.filter(() => unsynced === "all" || (unsynced === "some" && isHeads(random))),
    );
    const stuck = new Set<string>();
    for (const change of this.#names) {
      const { kind, path, other, file, isDurable } = change;
      // What follows a forgotten change of a name did not happen either, unless it is durable.
      if (!isDurable && (!kept.has(change) || stuck.has(path) || stuck.has(other))) {
        stuck.add(path).add(other);
        this.#counts.forgotten++;
        continue;
      }
      if (kind === "put") after.set(other, file);
      else if (kind === "take") after.delete(path);
      else {
        // Its first name may have been forgotten before the folder was synced.
        after.set(path, file);
        moveIn(after, path, other);
      }
    }
    return after;
  }

  #write(path: string, file: File, { random, unsynced }: DiskOptions): void {
    if (file.origin !== undefined) cpSync(join(this.#before, file.origin), path);
    const descriptor = openSync(path, file.origin === undefined ? "w" : "r+", 0o600);
    try {
      for (const { kind, at, data, isDurable } of file.changes) {
        if (!isDurable) this.#counts.unsynced++;
        const fate = isDurable || unsynced === "all" ? "kept" : unsynced === "nothing" ? "forgotten" : fateBy(random);
        if (fate === "forgotten") {
          this.#counts.forgotten++;
          continue;
        }
        if (kind === "truncate") ftruncateSync(descriptor, at);
        else if (kind === "extend") {
          if (at > fstatSync(descriptor).size) ftruncateSync(descriptor, at);
        } else if (fate === "kept") writeSync(descriptor, data, 0, data.length, at);
        else {
          this.#counts.torn++;
          for (const [start, end] of sectorsOf(at, data.length))
            if (isHeads(random)) writeSync(descriptor, data, start - at, end - start, start);
        }
      }
    } finally {
      closeSync(descriptor);
    }
  }
}

const isHeads = (random: Random): boolean => random.next() < 0.5;

function fateBy(random: Random): "kept" | "forgotten" | "torn" {
  if (isHeads(random)) return "torn";
  return isHeads(random) ? "kept" : "forgotten";
}

function* sectorsOf(at: number, length: number): Generator<readonly [start: number, end: number]> {
  for (let start = at; start < at + length;) {
    const end = Math.min(at + length, (Math.floor(start / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    yield [start, end];
    start = end;
  }
}

const parentOf = (path: string): string => (dirname(path) === "." ? "" : dirname(path));

function isIn(folder: string, { path, other }: NameChange): boolean {
  return parentOf(path) === folder || parentOf(other) === folder;
}

function moveIn(names: Map<string, File>, path: string, other: string): void {
  for (const [name, file] of [...names]) {
    if (name !== path && !name.startsWith(`${path}/`)) continue;
    names.delete(name);
    names.set(`${other}${name.slice(path.length)}`, file);
  }
}
