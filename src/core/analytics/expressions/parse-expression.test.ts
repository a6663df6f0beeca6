// What the formula language takes and refuses, with the place of each refusal.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { type Expression, ExpressionError } from "./expression.ts";
import { namesIn, nameKey } from "./name-key.ts";
import { parseCondition, parseExpression } from "./parse-expression.ts";
import type { ExpressionScope } from "./scopes.ts";
import { deviceScope, groupScope, rowScope, sampleScope, stateScope } from "./scopes.ts";

const TYPES = new Map([
  ["n", "number"],
  ["t", "text"],
  ["b", "boolean"],
  ["d", "time"],
] as const);
const group = groupScope(
  [...TYPES.keys(), "any"],
  (field) => {
    if (field === "any") return null;
    return TYPES.get(field as "n");
  },
  true,
);

test.each([
  ["constructor", 1, 'unknown name "constructor"'],
  ["__proto__", 1, 'unknown name "__proto__"'],
  ["n.constructor", 1, 'unknown name "n.constructor"'],
  ["toString()", 1, 'unknown function "toString"'],
  ["hasOwnProperty('n')", 1, 'unknown function "hasOwnProperty"'],
  ["this", 1, '"this" is no part'],
  ["this.n", 1, "values have no members"],
  ["n = 3", 3, "assign nothing"],
  ["n += 3", 4, "Expected expression after +"],
  ["n => 3", 3, "assign nothing"],
  ["n++", 4, "a value is needed here"],
  ["[1, 2]", 2, "lists are no part"],
  ["n[0]", 1, "only names joined by dots"],
  ["n?.x", 1, "only names joined by dots"],
  ["'a'.length", 1, "values have no members"],
  ["(n)(1)", 1, 'unknown function "n"'],
  ["abs(n)(1)", 1, "only the listed functions"],
  ["Math.abs(n)", 1, "only the listed functions"],
  ["`n`", 1, 'unexpected "`"'],
  ["new Date()", 5, 'unexpected "D"'],
  ["n; n", 2, 'unexpected ";"'],
  ["n, n", 2, 'unexpected ","'],
  ["(n, n)", 3, "Unclosed ("],
  ["max(n n)", 7, 'unexpected "n"'],
  ["max(n,)", 7, 'unexpected ")"'],
  ["max()", 1, '"max" takes 1 to 64 arguments, got 0'],
  ["abs(n, n)", 1, '"abs" takes 1 argument, got 2'],
  ["n === 3", 1, "use =="],
  ["n ** 2", 1, "use pow(x, y)"],
  ["n ?? 2", 1, "use coalesce(x, y)"],
  ["n | 2", 1, '"|" is no operator'],
  ["~n", 1, '"~" is no operator'],
  ["+n", 1, '"+" is no operator'],
  ["null", 1, 'written "missing"'],
  ["NaN", 1, 'unknown name "NaN"'],
  ["1e999", 1, "beyond the range"],
  ["'abc", 5, "Unclosed quote"],
  ["(n", 3, "Unclosed ("],
  ["n +", 4, "Expected expression after +"],
  ["n ? 1", 6, "Expected :"],
  ["", 1, "a formula is needed"],
  [" \n", 1, "a formula is needed"],
  ["rond(n)", 1, 'Did you mean "round"?'],
  ["attr.server.x", 1, "unknown name"],
  ["value", 1, "unknown name"],
])("AN-62, AN §2.11 %j is refused at character %i", (text, position, problem) => {
  const error = refusal(text, group);

  expect(error.message).toContain(problem);
  expect(error).toMatchObject({ code: "EXPRESSION_SYNTAX", position: position - 1, kind: "invalid" });
});

test.each([
  ["n + t", "text(…) writes one"],
  ["t * 2", '"*" does not take a text and a number'],
  ["b + 1", '"+" does not take a boolean and a number'],
  ["d + d", '"+" does not take a time and a time'],
  ["n - d", '"-" does not take a number and a time'],
  ["d * 2", '"*" does not take a time and a number'],
  ["-t", '"-" needs a number'],
  ["not n", '"not" needs a boolean'],
  ["n and b", '"and" does not take a number and a boolean'],
  ["n == t", '"==" does not take a number and a text'],
  ["b < true", '"<" does not take'],
  ["n < t", '"<" does not take'],
  ["n < 3 < 4", '"<" does not take'],
  ["n ? 1 : 2", '"?" needs a condition'],
  ["b ? 1 : 'x'", "one type"],
  ["if(b, n, t)", "one type"],
  ["coalesce(n, t)", "one type"],
  ["min(n, d)", "one type"],
  ["abs(t)", '"abs" needs a number as argument 1'],
  ["concat(t, n)", '"concat" needs a text as argument 2'],
  ["if(n, 1, 2)", '"if" needs a condition as argument 1'],
  ["round(n, n)", "as a whole number"],
  ["round(n, 16)", "as a whole number"],
  ["movingAvg(n, 0)", "as a whole number"],
  ["dateText(d, t)", "as a text in quotes"],
  ["dateText(d, 'yyyy-nn')", '"n" is no part of a date'],
  ["convert(n, 'C', 'kg')", "do not convert"],
  ["convert(n, 'C', 'X')", 'unknown unit "X"'],
])("AN §2.11 the types of %j do not fit", (text, problem) => {
  const error = refusal(text, group);

  expect(error.message).toContain(problem);
  expect(error.code).toBe("EXPRESSION_TYPE");
});

test.each([
  ["n + 1", "number"],
  ["t + 'x'", "text"],
  ["d + 1", "time"],
  ["d - d", "number"],
  ["d - 1", "time"],
  ["any + any", null],
  ["any + 1", "number"],
  ["any + 'x'", "text"],
  ["any == t", "boolean"],
  ["d > 5", "boolean"],
  ["b ? n : missing", "number"],
  ["b ? n : any", null],
  ["max(any, 1)", "number"],
  ["max(d, d)", "time"],
  ["previous(d)", "time"],
  ["rank(n)", "number"],
  ["range.days / 2", "number"],
  ["bucket.endMs - bucket.startMs", "number"],
  ["text(d)", "text"],
  ["missing", null],
])("AN §2.11 the type of %j is %s", (text, type) => {
  expect(parseExpression(text, group).type).toBe(type);
});

test("AN §2.11 a formula has at most 2,000 characters, 500 parts and 32 levels", () => {
  expect(refusal("n".repeat(2_001), group).code).toBe("EXPRESSION_LIMIT");
  expect(refusal(Array(251).fill("n").join("+"), group).code).toBe("EXPRESSION_LIMIT");
  expect(refusal(`${"(".repeat(32)}n${")".repeat(32)}`, group).code).toBe("EXPRESSION_LIMIT");
  expect(refusal(`${"-".repeat(32)}n`, group).code).toBe("EXPRESSION_LIMIT");
  expect(refusal(`${"b?".repeat(32)}n${":n".repeat(32)}`, group).code).toBe("EXPRESSION_LIMIT");

  expect(parseExpression(Array(250).fill("n").join("+"), group).type).toBe("number");
  expect(parseExpression(`${"(".repeat(31)}n${")".repeat(31)}`, group).type).toBe("number");
  expect(parseExpression(Array(31).fill("abs(").join("") + "n" + ")".repeat(31), group).type).toBe("number");
});

test.each([
  ["not n == 3", "not (n == 3)"],
  ["not n + 1 == 3 and b", "(not (n + 1 == 3)) and b"],
  ["not not b == true", "not (not (b == true))"],
  ["b and not n > 3", "b and (not (n > 3))"],
  ["not b and b", "(not b) and b"],
  ["(not b) == true", "!b == true"],
  ["a or b and c", "a or (b and c)"],
  ["1 - 2 - 3", "(1 - 2) - 3"],
  ["b ? 1 : b ? 2 : 3", "b ? 1 : (b ? 2 : 3)"],
])("AN §2.11 %j is read as %j", (text, meaning) => {
  const scope = groupScope([], (field) => (field === "n" ? "number" : "boolean"), false);

  expect(parseExpression(text, scope)).toEqual(parseExpression(meaning, scope));
});

test("AN §2.11 names of samples, devices and attributes", () => {
  const text =
    "value > 3 and hour >= 8 and entity.name == 'x' and attr.server.floor.no > 2 and attr('shared', 'a b') == ts";

  expect([...namesIn(parseExpression(text, sampleScope("number"))).keys()]).toEqual([
    "value",
    "part.hourOfDay",
    "entity.name",
    "attr.server.floor.no",
    "attr.shared.a b",
    "ts",
  ]);
  expect(refusal("hour > 3", deviceScope).message).toContain('unknown name "hour"');
  expect(refusal("ts > 3", stateScope(null, null)).message).toContain('unknown name "ts"');
  expect(refusal("entity.nam == 'x'", deviceScope).message).toContain('Did you mean "entity.name"?');
  expect(refusal("attr.device.x", deviceScope).message).toContain("client, shared, server, any");
  expect(refusal("attr('server')", deviceScope).message).toContain("attr(");
  expect(refusal("attr('server', value)", sampleScope(null)).message).toContain("attr(");
  expect(refusal("previous(value)", sampleScope(null)).message).toContain("looks at other rows");
  expect(
    parseExpression(
      "a * b",
      rowScope(
        new Map([
          ["a", null],
          ["b", "number" as const],
        ]),
      ),
    ).type,
  ).toBe("number");
});

test("AN §2.11 bucket names exist where the view has a bucket", () => {
  expect(
    refusal(
      "bucket.startMs",
      groupScope([], () => undefined, false),
    ).message,
  ).toContain("unknown name");
  expect(refusal("range.end", group).message).toContain("unknown name");
});

test("no two names share a key", () => {
  const keys = [
    nameKey({ kind: "attribute", scope: "server", key: "a.b" }),
    nameKey({ kind: "attribute", scope: "server", key: "a" }),
    nameKey({ kind: "entity", field: "name" }),
    nameKey({ kind: "field", field: "value" }),
    nameKey({ kind: "input", input: "value" }),
    nameKey({ kind: "value" }),
    nameKey({ kind: "range", member: "startMs" }),
    nameKey({ kind: "bucket", member: "startMs" }),
  ];

  expect(new Set(keys).size).toBe(keys.length);
});

test("a condition is one, as far as is known", () => {
  expect(parseCondition("any", group).kind).toBe("name");
  expect(() => parseCondition("n + 1", group)).toThrow("a condition is needed");
});

test("any text is a formula or refused with its place, and no name is looked up more often than it is written", () => {
  const word = fc.constantFrom(
    ..."n t b any ( ) , + - * / % == != < <= and or not ! ? : . 'x' 1 2.5 [ ] ; abs( max( if( attr . = \\ \" ' true missing this \u0000 é".split(
      " ",
    ),
  );
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
  );
  const check = (written: string): void => {
    let lookups = 0;
    const counting: ExpressionScope = {
      ...group,
      resolve: (path) => {
        lookups++;
        return group.resolve(path);
      },
    };
    const expression = attempt(written, counting);
    if (expression instanceof ExpressionError) expect(expression.position).toBeLessThanOrEqual(written.length);
    expect(lookups).toBeLessThanOrEqual(written.match(/[^\s(),+\-*/%=!<>?:.'"[\];]+/g)?.length ?? 0);
  };
  fc.assert(fc.property(text, check), { numRuns: casesOf(3_000) });
  for (const hostile of ["(", "-", "a?", "a.", "'", "!(", "f(", "a+", "any+", "any==", "not ", "1e", "[", "a=="])
    check(hostile.repeat(Math.floor(2_000 / hostile.length)));
});

function attempt(text: string, scope: ExpressionScope): Expression | ExpressionError {
  try {
    return parseExpression(text, scope);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

function refusal(text: string, scope: ExpressionScope): ExpressionError {
  try {
    parseExpression(text, scope);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${text} was taken`);
}
