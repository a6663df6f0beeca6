// Cases that are worth a look: views that can be saved, most of which show rows. What was drawn is counted, so that a generator
// that has come to show nothing is noticed.
import type { ViewDefinition } from "../../src/core/analytics/view/table-view.ts";
import { AGGREGATE_FUNCTIONS } from "../../src/core/analytics/view/field-schema.ts";
import { randomCase } from "./generators/random-view.ts";
import type { World } from "./generators/random-world.ts";
import type { SeededRandom } from "./generators/seeded-random.ts";
import { parsedView } from "./reference/parsed-view.ts";
import type { ReferenceInput, ReferenceTable } from "./reference/reference-input.ts";
import type { ZoneTable } from "./reference/run.ts";
import { referenceTable } from "./reference/table.ts";

export interface DrawnCase {
  readonly json: Record<string, unknown>;
  readonly input: ReferenceInput;
  readonly expected: ReferenceTable;
}

/** Of a case without rows so many are kept: nothing has to be nothing on both sides. */
const EMPTY_KEPT = 0.12;
const DRAWS_MAX = 1000;

export async function drawnCase(random: SeededRandom, world: World, zones: ZoneTable): Promise<DrawnCase> {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const { view: json, now, request } = randomCase(random, world);
    const keepsEmpty = random.chance(EMPTY_KEPT);
    const view = await savedView(json);
    if (view === undefined) continue;
    const input = { devices: world.devices, otherDevices: world.gateways, now, ...request, view };
    const expected = referenceTable(input, zones);
    if (expected.rows.length > 0 || keepsEmpty) return { json, input, expected };
  }
  throw new Error("no view of this world shows a row");
}

/** Undefined where it could not be saved. */
async function savedView(json: object): Promise<ViewDefinition | undefined> {
  return await parsedView(json).catch(() => undefined);
}

export class CaseCounts {
  #cases = 0;
  #empty = 0;
  readonly #shown = new Set<string>();

  add({ input, expected }: DrawnCase): void {
    this.#cases++;
    if (expected.rows.length === 0) this.#empty++;
    const columnOf = (id: string): number => expected.columns.findIndex((column) => column.id === id);
    for (const { id, aggregation } of input.view.fields) {
      const column = columnOf(id);
      if (aggregation !== null && column >= 0 && expected.rows.some((row) => (row[column] ?? null) !== null))
        this.#shown.add(aggregation.fn);
    }
  }

  get emptyShare(): number {
    return this.#empty / this.#cases;
  }

  /** Functions of which no case has shown a value. */
  get silentFunctions(): readonly string[] {
    return AGGREGATE_FUNCTIONS.filter((fn) => !this.#shown.has(fn));
  }
}
