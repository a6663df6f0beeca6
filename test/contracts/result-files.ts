// What every keeper of results of background reports must do, whatever it keeps them in.
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ResultFiles } from "../../src/core/analytics/jobs/report-job.ts";
import { newId, type ReportRunId } from "../../src/core/ids.ts";

export interface ResultsUnderTest extends AsyncDisposable {
  readonly results: ResultFiles;
}

export function resultFilesContract(adapter: string, open: () => Promise<ResultsUnderTest>): void {
  describe(`results of reports: ${adapter}`, () => {
    let opened: ResultsUnderTest;
    let results: ResultFiles;
    const [id, other] = [newId<ReportRunId>(), newId<ReportRunId>()];
    const { signal } = new AbortController();

    beforeEach(async () => {
      opened = await open();
      ({ results } = opened);
    });
    afterEach(() => opened[Symbol.asyncDispose]());

    async function* pieces(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
      for (const each of texts) yield await Promise.resolve(each);
    }
    const read = async (wanted: ReportRunId): Promise<string | undefined> => {
      const file = await results.read(wanted);
      return file === undefined ? undefined : await text(file);
    };

    test("AN §4.3: results are read as they were written, also empty ones, and listed with their bytes", async () => {
      expect(await results.write(id, pieces("Größe\r\n", Buffer.from("1,2\r\n")), 100, signal)).toBe(14);
      expect(await results.write(other, pieces(), 100, signal)).toBe(0);
      expect([await read(id), await read(other)]).toEqual(["Größe\r\n1,2\r\n", ""]);
      const listed = [...(await results.list())].sort((a, b) => b.bytes - a.bytes);
      expect(listed).toEqual([
        { id, bytes: 14 },
        { id: other, bytes: 0 },
      ]);
      await results.remove(id);
      await results.remove(id);
      expect([await read(id), await read(other)]).toEqual([undefined, ""]);
    });

    test("AN §4.3: a result that fails, is stopped or is too large leaves nothing", async () => {
      async function* failing(): AsyncGenerator<string> {
        yield await Promise.resolve("a");
        throw new Error("the report failed");
      }
      await expect(results.write(id, failing(), 100, signal)).rejects.toThrow("the report failed");
      await expect(results.write(id, pieces("abc"), 2, signal)).rejects.toMatchObject({ code: "REPORT_TOO_LARGE" });
      const stopped = AbortSignal.abort(new Error("the report was stopped"));
      await expect(results.write(id, pieces("abc"), 100, stopped)).rejects.toThrow("the report was stopped");
      expect(await results.list()).toEqual([]);
      expect(await read(id)).toBeUndefined();
    });
  });
}
