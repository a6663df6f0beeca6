// What every keeper of the bytes of packages must do, whatever it keeps them in.
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId, type ContentId } from "../../src/core/ids.ts";
import type { PackageContents } from "../../src/core/ota/package-contents.ts";

export interface ContentsUnderTest extends AsyncDisposable {
  readonly contents: PackageContents;
}

export function packageContentsContract(adapter: string, open: () => Promise<ContentsUnderTest>): void {
  describe(`package contents: ${adapter}`, () => {
    let opened: ContentsUnderTest;
    let contents: PackageContents;
    const id = newId<ContentId>();

    beforeEach(async () => {
      opened = await open();
      ({ contents } = opened);
    });
    afterEach(() => opened[Symbol.asyncDispose]());

    async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
      for (const text of texts) yield await Promise.resolve(Buffer.from(text));
    }

    test("what was written is read as a whole and in ranges", async () => {
      await contents.write(id, pieces("abc", "", "defgh"));
      const whole = await contents.read(id);
      expect(whole === undefined ? undefined : (await buffer(whole)).toString()).toBe("abcdefgh");
      const range = async (start: number, bytesMax: number): Promise<string | undefined> => {
        const bytes = await contents.readRange(id, start, bytesMax);
        return bytes === undefined ? undefined : Buffer.from(bytes).toString();
      };
      expect([await range(0, 3), await range(2, 4), await range(6, 100)]).toEqual(["abc", "cdef", "gh"]);
      expect([await range(8, 4), await range(1_000, 4)]).toEqual(["", ""]);
      expect(await contents.list()).toEqual([id]);
    });

    test("a large content comes back as it was, whatever the sizes of its pieces and ranges", async () => {
      const bytes = Buffer.from(Uint32Array.from({ length: 600_000 }, (_, index) => index * 2_654_435_761).buffer);
      async function* parts(): AsyncGenerator<Uint8Array> {
        for (let start = 0; start < bytes.length; start += 700_001)
          yield await Promise.resolve(bytes.subarray(start, start + 700_001));
      }
      await contents.write(id, parts());
      const whole = await contents.read(id);
      expect(whole === undefined ? undefined : (await buffer(whole)).equals(bytes)).toBe(true);
      for (const [start, bytesMax] of [
        [0, bytes.length + 1],
        [1_000_000, 1_200_000],
        [1_048_576, 1],
        [2_097_151, 262_144],
        [bytes.length - 1, 10],
      ] as const) {
        const range = Buffer.from((await contents.readRange(id, start, bytesMax)) ?? []);
        expect(range.equals(bytes.subarray(start, start + bytesMax))).toBe(true);
      }
      expect(await contents.readRange(id, 3_000_000, 10)).toHaveLength(0);
      await contents.remove(id);
      expect(await contents.list()).toEqual([]);
      expect(await contents.readRange(id, 1_500_000, 10)).toBeUndefined();
    });

    test("what fails on the way is not there", async () => {
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(Buffer.from("abc"));
        throw new Error("the sender went away");
      }
      await expect(contents.write(id, failing())).rejects.toThrow("the sender went away");
      expect(await contents.list()).toEqual([]);
      expect(await contents.read(id)).toBeUndefined();
      expect(await contents.readRange(id, 0, 1)).toBeUndefined();
    });

    test("removing does not fail what is being written", async () => {
      const removed = Promise.withResolvers<undefined>();
      async function* slow(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("abc");
        await removed.promise;
        yield Buffer.from("def");
      }
      const written = contents.write(id, slow());
      await expect.poll(() => contents.remove(id)).toBeUndefined();
      removed.resolve(undefined);
      await written;
      expect(await contents.readRange(id, 0, 100)).toEqual(Buffer.from("abcdef"));
      expect(await contents.list()).toEqual([id]);
    });

    test("removing is harmless where there is nothing", async () => {
      await contents.write(id, pieces("abc"));
      await contents.remove(id);
      await contents.remove(id);
      expect(await contents.list()).toEqual([]);
    });
  });
}
