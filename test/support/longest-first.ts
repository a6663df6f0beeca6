// In which order the files of tests are run: as vitest would, by their size, but with those first that are long for what they are. One
// of them that began last would keep one processor for itself for minutes.
import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG = new Set([
  "every-page.test.ts",
  "documentation-page.test.ts",
  "process.test.ts",
  "sqlite-device-stores.test.ts",
]);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.has(basename(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
