// Nothing of a request is a part of a statement: texts of every kind that a caller chooses are looked for in all that the
// engine gets, under every function and operator. Source: analytics contract 2.1 (P1), 6.2.
import { afterEach, expect, test, vi } from "vitest";
import { parseCondition, parseExpression } from "../../../core/analytics/expressions/parse-expression.ts";
import { rowScope, sampleScope, stateScope } from "../../../core/analytics/expressions/scopes.ts";
import { AGGREGATE_FUNCTIONS } from "../../../core/analytics/view/field-schema.ts";
import type { FilterOperator } from "../../../core/analytics/view/table-view.ts";
import { useEngineWorld } from "../../../../test/support/engine-world.ts";
import { DuckdbSession } from "../duckdb-session.ts";

const T0 = 1_767_225_600_000;
const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
/** Part of every text that a caller chooses here; with what would end a text or a name in SQL around it. */
const MARK = "zqxmark";
const hostile = (name: string): string => `'"${MARK}${name}"'; DROP TABLE points; --`;

const OPERATORS: readonly FilterOperator[] = [
  ...(["in", "notIn", "eq", "ne", "contains", "startsWith", "endsWith", "matches"] as const),
  ...(["gt", "gte", "lt", "lte", "between", "isMissing", "isPresent"] as const),
];

const world = useEngineWorld();

afterEach(() => {
  vi.restoreAllMocks();
});

test("P1: names, paths, patterns and texts of a request never reach the text of a statement", async () => {
  const engine = world();
  // They only listen.
  const spies = [vi.spyOn(DuckdbSession.prototype, "query"), vi.spyOn(DuckdbSession.prototype, "columns")];
  for (const [index, key] of ["value", "other"].entries())
    await engine.store(hostile("device"), hostile(key), [
      [T0, hostile("text")],
      [T0 + HOUR, index],
      [T0 + 2 * HOUR, 3],
    ]);
  const groups = { [hostile("device")]: 0 };
  const literal = JSON.stringify(`${MARK}literal`);
  const range = { startTs: T0, endTs: T0 + 4 * HOUR, groups };
  const inputs = { [`${MARK}input`]: hostile("value"), other: hostile("other") };
  const dimension = `attr.server.${MARK}dimension`;
  const dimensions = { [dimension]: [hostile("dimension")] };
  const where = parseCondition(`value != ${literal} or ${dimension} == ${literal}`, sampleScope(null));

  for (const operator of OPERATORS) {
    const filter = {
      operator,
      values: [hostile("filter"), `*${MARK}?%_`],
      valueType: "auto",
      caseSensitive: false,
    } as const;
    await engine.measure(
      hostile("value"),
      { fn: "list" },
      {
        ...range,
        path: [hostile("path"), `${MARK}member`],
        cast: "text",
        dimensions,
        locf: [hostile("other")],
        conditions: {
          where,
          own: [{ path: [hostile("own")], cast: "auto", filter }],
          aligned: [
            { source: engine.source(hostile("other"), { path: [hostile("aligned")] }), lookbackMs: WEEK, filter },
          ],
        },
      },
    );
  }
  const types = new Map(Object.keys(inputs).map((name) => [name, null]));
  const state = parseExpression(`${MARK}input == ${literal}`, stateScope(types, null));
  for (const fn of AGGREGATE_FUNCTIONS)
    await engine.measure(
      hostile("value"),
      { fn, p: 0.5, lookbackMs: WEEK, expectedEveryMs: HOUR },
      { ...range, state: fn.startsWith("duration") || fn === "transitions" ? state : null, stateInputs: inputs },
    );
  const expression = parseExpression(
    `concat(text(${MARK}input), replace(text(other), ${literal}, "${MARK}by"))`,
    rowScope(types),
  );
  await engine.measure(hostile("value"), { fn: "mode" }, { ...range, derived: { inputs, align: "locf", expression } });
  await engine.raw([hostile("value"), hostile("other")], { window: { startTs: T0, endTs: T0 + 4 * HOUR } });

  const statements = spies.flatMap(({ mock }) => mock.calls.map(([sql]) => sql));
  expect(statements.length).toBeGreaterThan(100);
  expect(statements.filter((sql) => sql.toLowerCase().includes(MARK) || sql.includes("DROP TABLE points"))).toEqual([]);
});
