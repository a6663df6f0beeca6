import { afterEach, expect, test } from "vitest";
import { newId, type TenantId, type UserId } from "../ids.ts";
import { EntityQueryService } from "./entity-query-service.ts";
import type { EntityKey, EntityViewer, Fact } from "./entity-query.ts";
import type { EntityQueryStore } from "./entity-query-store.ts";

const ENTITIES = 2500;
const VALUE_CHARS = 1_000_000;
const HELD_CHARS_MAX = 8_000_000;
const VIEWER: EntityViewer = {
  authority: "TENANT_ADMIN",
  tenantId: newId<TenantId>(),
  customerId: null,
  userId: newId<UserId>(),
};
const LONG: EntityKey = { type: "SERVER_ATTRIBUTE", key: "long" };
const VALUE: Fact = { ts: 0, value: "x".repeat(VALUE_CHARS) };

let stopTicking = (): void => undefined;
afterEach(() => {
  stopTicking();
});

/** Entities of which each has the same long text, and what was asked of them between two turns of the event loop. */
class LongTexts implements EntityQueryStore {
  readonly ids = Array.from({ length: ENTITIES }, (_none, index) => String(index).padStart(6, "0"));
  readsOfTurn = 0;
  readsOfTurnMax = 0;

  scan(...[, , , after, max]: Parameters<EntityQueryStore["scan"]>): ReturnType<EntityQueryStore["scan"]> {
    const from = after === null ? 0 : Number(after) + 1;
    const ids = this.ids.slice(from, from + max);
    return Promise.resolve({ ids, fields: [], chars: 0, isLast: ids.length < max });
  }

  attributes(...[, ids, , , charsMax]: Parameters<EntityQueryStore["attributes"]>): Promise<readonly Fact[]> {
    const count = Math.min(ids.length, Math.ceil(charsMax / VALUE_CHARS));
    this.readsOfTurn += count;
    this.readsOfTurnMax = Math.max(this.readsOfTurnMax, this.readsOfTurn);
    return Promise.resolve(new Array<Fact>(count).fill(VALUE));
  }

  count = (): Promise<number> => Promise.resolve(ENTITIES);
  page = (): Promise<readonly string[]> => Promise.resolve([]);
  series = (): Promise<readonly null[]> => Promise.resolve([]);

  /** Notes the turns of the event loop until the test ends. */
  watch(): void {
    const turn = (): NodeJS.Immediate =>
      setImmediate(() => {
        this.readsOfTurn = 0;
        immediate = turn();
      });
    let immediate = turn();
    stopTicking = () => {
      clearImmediate(immediate);
    };
  }
}

test("a count over long texts looks at few entities at a time, and gives others their turn between them", async () => {
  const store = new LongTexts();
  const service = new EntityQueryService(
    { store, latest: { latest: () => Promise.resolve([]) } },
    {
      sortedRowsMax: 1000,
      answerCharsMax: 1,
      comparedCharsMax: 64_000_000,
      heldCharsMax: HELD_CHARS_MAX,
      waitingMax: 1,
    },
  );
  store.watch();
  const total = await service.count(VIEWER, {
    filter: { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes: null },
    keyFilters: [
      { key: LONG, predicate: { kind: "text", operation: "STARTS_WITH", texts: new Set(["x"]), ignoreCase: false } },
    ],
    operation: "AND",
  });
  expect(total).toBe(ENTITIES);
  expect(store.readsOfTurnMax * VALUE_CHARS).toBeLessThanOrEqual(HELD_CHARS_MAX);
});
