// Copies the files that belong to the entities. What is there is compared by its length, as a copy that was cut off may have left a part.
import type { Readable } from "node:stream";
import { DomainError } from "../../core/errors.ts";
import type { Storage } from "../storage.ts";

export type Files = Pick<Storage, "packages" | "results">;

interface Copied<Id> {
  readonly ids: readonly Id[];
  readonly read: (files: Files, id: Id) => Promise<Readable | undefined>;
  readonly write: (id: Id, content: Readable) => Promise<unknown>;
}

/** Returns how many there are. Throws `unavailable` if one that was copied has another length. */
export async function copyFiles(from: Files, to: Files, progress: (done: number, of: number) => void): Promise<number> {
  const { signal } = new AbortController();
  const packages = await copyMissing(
    {
      ids: await from.packages.list(),
      read: (files, id) => files.packages.read(id),
      write: (id, content) => to.packages.write(id, content),
    },
    { from, to, progress },
  );
  const results = await copyMissing(
    {
      ids: (await from.results.list()).map(({ id }) => id),
      read: (files, id) => files.results.read(id),
      write: (id, content) => to.results.write(id, content, Infinity, signal),
    },
    { from, to, progress },
  );
  return packages + results;
}

async function copyMissing<Id extends string>(
  { ids, read, write }: Copied<Id>,
  { from, to, progress }: { from: Files; to: Files; progress: (done: number, of: number) => void },
): Promise<number> {
  for (const [index, id] of ids.entries()) {
    const bytes = await lengthOf(await read(from, id));
    if ((await lengthOf(await read(to, id))) !== bytes) {
      const content = await read(from, id);
      if (content !== undefined) await write(id, content);
      const copied = await lengthOf(await read(to, id));
      if (copied !== bytes)
        throw new DomainError(
          "unavailable",
          `the file ${id} has ${String(bytes)} bytes where it was copied from, and ${String(copied)} where it was copied to`,
        );
    }
    progress(index + 1, ids.length);
  }
  return ids.length;
}

/** Undefined if there is no such file. */
async function lengthOf(content: Readable | undefined): Promise<number | undefined> {
  if (content === undefined) return undefined;
  let bytes = 0;
  for await (const chunk of content) bytes += (chunk as Uint8Array).length;
  return bytes;
}
