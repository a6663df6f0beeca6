// Copies the files that belong to the entities. A file is there as a whole or not at all, so a copy that was cut off goes on with
// those that are missing.
import type { AnyId } from "../../core/ids.ts";
import { DomainError } from "../../core/errors.ts";
import type { Storage } from "../storage.ts";

export type Files = Pick<Storage, "packages" | "results">;

type List<Id> = () => Promise<readonly { readonly id: Id; readonly bytes: number }[]>;

/** Returns how many there are. Throws `unavailable` if one that was copied has another size. */
export async function copyFiles(from: Files, to: Files, progress: (done: number, of: number) => void): Promise<number> {
  const { signal } = new AbortController();
  const packages = await copyMissing(
    { list: () => from.packages.list() },
    { list: () => to.packages.list() },
    async (id) => {
      const content = await from.packages.read(id);
      if (content !== undefined) await to.packages.write(id, content);
    },
    progress,
  );
  const results = await copyMissing(
    { list: () => from.results.list() },
    { list: () => to.results.list() },
    async (id) => {
      const content = await from.results.read(id);
      if (content !== undefined) await to.results.write(id, content, Infinity, signal);
    },
    progress,
  );
  return packages + results;
}

async function copyMissing<Id extends AnyId>(
  from: { readonly list: List<Id> },
  to: { readonly list: List<Id> },
  copy: (id: Id) => Promise<void>,
  progress: (done: number, of: number) => void,
): Promise<number> {
  const wanted = await from.list();
  const there = new Set((await to.list()).map(({ id }) => id));
  let done = 0;
  for (const { id } of wanted) {
    if (!there.has(id)) await copy(id);
    progress(++done, wanted.length);
  }
  const sizes = new Map((await to.list()).map(({ id, bytes }) => [id, bytes]));
  for (const { id, bytes } of wanted)
    if (sizes.get(id) !== bytes)
      throw new DomainError(
        "unavailable",
        `the file ${id} has ${String(bytes)} bytes where it was copied from, and ${String(sizes.get(id) ?? 0)} where it was copied to`,
      );
  return wanted.length;
}
