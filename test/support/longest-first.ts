// In which order the files of tests are run: those of a project one after the other, since a process is handed on only to a file of
// the same project, and whatever it has loaded, its browser included, would be lost with it. Within a project by their size, as
// vitest would, but with those first that are long for what they are. One of them that began last would keep one processor for itself.
import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those with a process for each file first: the files of the others are short at the end, and no processor waits for long. */
const PROJECTS = ["apart", "nodes", "together", "web"];
const LONG = new Set([
  "every-page.test.ts",
  "documentation-page.test.ts",
  "process.test.ts",
  "restore-drill.test.ts",
  "gateway-updates.test.ts",
  "device-stores.test.ts",
  "nodes.test.ts",
  "failures.test.ts",
  "rolling-upgrade.test.ts",
  "moves.test.ts",
  "storage-fault.test.ts",
  "stream-log.test.ts",
  "lake-moves.test.ts",
  "lake-reports.test.ts",
  "lake-telemetry-store.test.ts",
  "audit-store.test.ts",
]);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Sorting keeps the order of equals.
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  return 2 * PROJECTS.indexOf(project.name) + (LONG.has(basename(moduleId)) ? 0 : 1);
}
