// Entity queries as statements of SQL against the same queries in straight loops, with random conditions and orders.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { sampleProfile, sampleTenant } from "../../../../test/contracts/account-samples.ts";
import { sampleDevice } from "../../../../test/contracts/device-samples.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";
import type { OpenScratch, ScratchStores } from "../../../../test/support/scratch-stores.ts";
import { addToColumns, newColumns } from "../../../core/attributes/attribute.ts";
import { EntityQueryService } from "../../../core/entity-query/entity-query-service.ts";
import {
  keyName,
  NUMBER_OPERATIONS,
  TEXT_OPERATIONS,
  type EntityDataQuery,
  type EntityKey,
  type EntityValue,
  type KeyFilter,
  type Predicate,
} from "../../../core/entity-query/entity-query.ts";
import { textOfValue, meets } from "../../../core/entity-query/predicates.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { newId, type UserId } from "../../../core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../../core/name-conflict.ts";
import { JsonText, type Value } from "../../../core/values.ts";
import { millis } from "../../../lib/clock.ts";
import { spelledExactly } from "../../../lib/spelled-number.ts";
import type { Caller } from "../../../core/caller.ts";

const DEVICES = 60;
const VALUES: readonly Value[] = [
  ...[0, -0.5, 7, 1e21, 2 ** 53, true, false, 9_007_199_254_740_993n, -9_223_372_036_854_775_807n],
  ...["", "7", "Ärger", "ärger", "a\u0000b", "aB", "Ｚ\uffee", "😀", "\u{10ffff}x", "\ue000", "İ", "__proto__"],
  ...[" 7 ", "007", "-1e2", "9007199254740993", "-9223372036854775808", "1e400", "0x10", "1,5", "NaN", "8".repeat(900)],
  new JsonText('{"a":"Ä"}'),
];
const KEYS: readonly EntityKey[] = [
  { type: "ENTITY_FIELD", key: "name" },
  { type: "ENTITY_FIELD", key: "label" },
  { type: "ENTITY_FIELD", key: "createdTime" },
  { type: "ENTITY_FIELD", key: "region" },
  { type: "ATTRIBUTE", key: "value" },
  { type: "SERVER_ATTRIBUTE", key: "value" },
  { type: "SHARED_ATTRIBUTE", key: "value" },
  { type: "CLIENT_ATTRIBUTE", key: "__proto__" },
  { type: "TIME_SERIES", key: "value" },
  { type: "TIME_SERIES", key: "__proto__" },
];
const SCOPES = {
  SERVER_ATTRIBUTE: "SERVER_SCOPE",
  SHARED_ATTRIBUTE: "SHARED_SCOPE",
  CLIENT_ATTRIBUTE: "CLIENT_SCOPE",
} as const;

interface Entity {
  readonly id: string;
  readonly values: Map<string, Value>;
}

let scratch: ScratchStores;
let service: EntityQueryService;
let viewer: Caller;
let entities: Entity[] = [];

async function fill(open: OpenScratch): Promise<void> {
  entities = [];
  scratch = await open();
  const { stores } = scratch;
  const profile = sampleProfile();
  await stores.tenants.createProfile(profile);
  const tenant = sampleTenant(profile);
  await stores.tenants.createTenant(tenant);
  const points = new Map<SeriesNumber, EntityValue>();
  // Some value for each, others for each key, some missing.
  const valueOf = (index: number, step: number): Value | undefined => VALUES[(index * step) % (VALUES.length + 3)];
  for (let index = 0; index < DEVICES; index++) {
    const label = valueOf(index, 5);
    const { device } = await stores.devices.create(
      sampleDevice(tenant.id, {
        name: `${index % 2 === 0 ? "Even" : "odd"} ${String(index)} 😀`,
        label: typeof label === "string" ? label : null,
      }),
      FAIL_ON_CONFLICT,
      0,
      millis(1_700_000_000_000 + (index % 7)),
    );
    const values = new Map<string, Value>([
      ["ENTITY_FIELD\nname", device.name],
      ["ENTITY_FIELD\ncreatedTime", device.createdAt],
    ]);
    if (device.label !== null) values.set("ENTITY_FIELD\nlabel", device.label);
    for (const [type, scope] of Object.entries(SCOPES))
      for (const [place, key] of ["value", "__proto__"].entries()) {
        const value = valueOf(index + type.length, 3 + place);
        if (value === undefined) continue;
        const columns = newColumns();
        addToColumns(columns, device.id, [[key, value]], millis(5));
        await stores.attributes.saveOfDevices(scope, columns);
        values.set(`${type}\n${key}`, value);
      }
    for (const type of ["CLIENT_ATTRIBUTE", "SHARED_ATTRIBUTE", "SERVER_ATTRIBUTE"]) {
      const value = values.get(`${type}\nvalue`);
      if (value !== undefined) values.set("ATTRIBUTE\nvalue", value);
    }
    for (const [place, key] of ["value", "__proto__"].entries()) {
      const value = valueOf(index, 2 + place);
      if (value === undefined) continue;
      const [series] = (await stores.series.register([device.id], [key])).numbers;
      if (typeof series === "number") points.set(series, { ts: 9, value });
      values.set(`TIME_SERIES\n${key}`, value);
    }
    entities.push({ id: device.id, values });
  }
  entities.sort((one, other) => compareTexts(one.id, other.id));
  viewer = { authority: "TENANT_ADMIN", tenantId: tenant.id, customerId: null, userId: newId<UserId>() };
  service = new EntityQueryService(
    {
      store: stores.entityQueries,
      points: {
        latest: (series) => Promise.resolve(series.map((number) => points.get(number))),
        withPoints: () => Promise.resolve([]),
      },
    },
    { sortedRowsMax: 10_000, answerCharsMax: 1e6, comparedCharsMax: 1e6, heldCharsMax: 1e6, waitingMax: 10 },
  );
}

const key = fc.constantFrom(...KEYS);
const text = fc.constantFrom(...VALUES.map(textOfValue), "a", "Ä", "ä", "even", "9007199254740993");
const leaf = fc.oneof(
  fc
    .record({
      kind: fc.constant("text" as const),
      operation: fc.constantFrom(...TEXT_OPERATIONS),
      ignoreCase: fc.boolean(),
      texts: text,
    })
    .map(({ texts, ...rest }): Predicate => ({
      ...rest,
      texts: new Set([rest.ignoreCase ? texts.toLowerCase() : texts]),
    })),
  fc.record({
    kind: fc.constant("number" as const),
    operation: fc.constantFrom(...NUMBER_OPERATIONS),
    value: fc.constantFrom<number | bigint>(0, 7, 2 ** 53, 9_007_199_254_740_993n, 10n ** 30n, 1_700_000_000_003),
  }),
  fc.record({
    kind: fc.constant("boolean" as const),
    operation: fc.constantFrom("EQUAL" as const, "NOT_EQUAL" as const),
    value: fc.boolean(),
  }),
);
const predicate: fc.Arbitrary<Predicate> = fc.oneof(
  leaf,
  fc.record({
    kind: fc.constantFrom("all" as const, "any" as const),
    predicates: fc.array(leaf, { minLength: 1, maxLength: 3 }),
  }),
);
const query: fc.Arbitrary<EntityDataQuery> = fc.record({
  filter: fc.constant({ entityType: "DEVICE" as const, ids: null, namePrefix: "", deviceTypes: null }),
  keyFilters: fc.array(fc.record({ key, predicate }), { maxLength: 3 }),
  operation: fc.constantFrom("AND" as const, "OR" as const),
  shown: fc.uniqueArray(key, { maxLength: 4, selector: keyName }),
  page: fc.record({
    page: fc.nat(3),
    size: fc.integer({ min: 1, max: 25 }),
    textSearch: fc.option(
      text.filter((each) => each !== ""),
      { nil: null },
    ),
    sort: fc.option(fc.record({ key, order: fc.constantFrom("ASC" as const, "DESC" as const) }), { nil: null }),
  }),
});

/** By values of which some are the same number, written in several ways. */
const sorted: EntityDataQuery = {
  filter: { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes: null },
  keyFilters: [],
  operation: "AND",
  shown: [],
  page: {
    page: 1,
    size: 20,
    textSearch: null,
    sort: { key: { type: "CLIENT_ATTRIBUTE", key: "__proto__" }, order: "DESC" },
  },
};

describe.each(ENTITY_ENGINES)("in %s", (_engine, open) => {
  beforeAll(() => fill(open));
  afterAll(() => scratch.remove());

  test("REST §13: statements find what straight loops find, in their order", async () => {
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const found = await service.find(viewer, asked);
        const expected = expectedOf(asked);
        expect(found.total).toBe(expected.length);
        const { page, size } = asked.page;
        const wanted = expected.slice(page * size, (page + 1) * size);
        expect(found.items.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        expect(found.items.map(({ values }) => values.map((shown) => shown?.value))).toEqual(
          wanted.map(({ values }) => asked.shown.map((each) => values.get(keyName(each)))),
        );
        if (asked.page.textSearch === null) expect(await service.count(viewer, asked)).toBe(expected.length);
      }),
      { numRuns: casesOf(150), examples: [[sorted]] },
    );
  });

  test.each(["ASC", "DESC"] as const)(
    "REST §13: %s, values that are one number come in the order of ids",
    async (order) => {
      const asked: EntityDataQuery = {
        filter: { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes: null },
        keyFilters: [],
        operation: "AND",
        shown: [],
        page: { page: 0, size: DEVICES, textSearch: null, sort: { key: { type: "TIME_SERIES", key: "value" }, order } },
      };
      const { items } = await service.find(viewer, asked);
      expect(items.map(({ id }) => id)).toEqual(expectedOf(asked).map(({ id }) => id));
    },
  );

  test("REST §13: a thousand conditions on as many keys are one statement", async () => {
    const keyFilters = Array.from({ length: 1000 }, (_none, index): KeyFilter => ({
      key: { type: "SERVER_ATTRIBUTE", key: index % 2 === 0 ? "value" : `missing ${String(index % 50)}` },
      predicate: {
        kind: "text",
        operation: "NOT_EQUAL",
        ignoreCase: false,
        texts: new Set([`nothing ${String(index)}`]),
      },
    }));
    const filter = { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes: null } as const;
    expect(await service.count(viewer, { filter, keyFilters, operation: "AND" })).toBe(DEVICES);
  });
});

function expectedOf({ keyFilters, operation, shown, page: { textSearch, sort } }: EntityDataQuery): readonly Entity[] {
  const shownOf = ({ values }: Entity, of: EntityKey): EntityValue | null => {
    const value = values.get(keyName(of));
    return value === undefined ? null : { ts: 0, value };
  };
  const searched: readonly EntityKey[] = shown.length === 0 ? [{ type: "ENTITY_FIELD", key: "name" }] : shown;
  const found = entities.filter((entity) => {
    const met = keyFilters.map(({ key: of, predicate: asked }) => meets(shownOf(entity, of), asked));
    if (met.length > 0 && !(operation === "AND" ? met.every(Boolean) : met.some(Boolean))) return false;
    return (
      textSearch === null ||
      searched.some((of) => {
        const shown = shownOf(entity, of);
        return shown !== null && textOfValue(shown.value).toLowerCase().includes(textSearch.toLowerCase());
      })
    );
  });
  if (sort === null) return found;
  const direction = sort.order === "ASC" ? 1 : -1;
  return found.toSorted((one, other) => {
    const [left, right] = [shownOf(one, sort.key), shownOf(other, sort.key)];
    if (left === null || right === null)
      return left === right ? compareTexts(one.id, other.id) : left === null ? 1 : -1;
    const ofValue = ({ value }: EntityValue): Value =>
      typeof value === "string" && sort.key.type !== "ENTITY_FIELD" ? (spelledExactly(value) ?? value) : value;
    return direction * compareValues(ofValue(left), ofValue(right)) || compareTexts(one.id, other.id);
  });
}

/** Booleans before numbers before texts; texts that spell a number are among the numbers. */
function compareValues(one: Value, other: Value): number {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  if (rank !== otherRank) return rank - otherRank;
  if (rank === 2) return compareTexts(textOfValue(one), textOfValue(other));
  return one < other ? -1 : one > other ? 1 : 0;
}

function rankOf(value: Value): 0 | 1 | 2 {
  if (typeof value === "boolean") return 0;
  return typeof value === "number" || typeof value === "bigint" ? 1 : 2;
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
