// The catalogue of the web interface in one language, entry by entry, with what each says: a text, or a function of values that is
// called with values of its types.
import ts from "typescript";
import { isObject } from "../../src/lib/members.ts";
import { filesBelow, type SourceFile } from "./source-tree.ts";

export interface Entry {
  /** One for a text; for a function, one for each way of calling it, in an order that is the same in all languages. */
  readonly texts: readonly string[];
}

/** What values look like within texts, so that it can be told which of them say what they were given. */
export const VALUE = /«\d»|7,?04\d/g;

type Value = string | number | boolean | null | readonly string[] | { readonly [name: string]: Value };

/** By the names on the way to each. */
export async function wordsOf(language: "en" | "de"): Promise<ReadonlyMap<string, Entry>> {
  // Named at run time: its types are those of a browser.
  const module: unknown = await import(`../../web/words/${language}/catalog.ts`);
  if (!isObject(module) || !isObject(module["catalog"])) throw new Error(`there is no catalogue in ${language}`);
  return new Map(entriesIn(module["catalog"], []));
}

function* entriesIn(words: object, way: readonly string[]): Generator<[path: string, entry: Entry]> {
  for (const [name, word] of Object.entries(words) as [string, unknown][]) {
    const path = [...way, name].join(".");
    if (typeof word === "string") yield [path, { texts: [word] }];
    else if (typeof word === "function") yield [path, { texts: waysToCall(path).map((values) => said(word, values)) }];
    else if (typeof word === "object" && word !== null) yield* entriesIn(word, [...way, name]);
  }
}

function said(word: unknown, values: readonly Value[]): string {
  return String((word as (...values: readonly Value[]) => unknown)(...values));
}

/** The English words say of which types their values are; functions that get none are called once. */
function waysToCall(path: string): readonly (readonly Value[])[] {
  const types = TYPES.get(path) ?? [];
  return types.reduce<readonly (readonly Value[])[]>(
    (ways, type, place) => ways.flatMap((way) => valuesOf(type, place).map((value) => [...way, value])),
    [[]],
  );
}

function valuesOf(type: string, place: number): readonly Value[] {
  if (type.startsWith("{")) return objectsOf(type, place);
  switch (type) {
    case "string":
      return [`«${place}»`, ""];
    case "number":
      return [1, 7_040 + place];
    case "boolean":
      return [true, false];
    case "null":
      return [null];
    case "readonly string[]":
      return [[`«${place}»`]];
    default: {
      const parts = type.split(" | ").map((part) => part.trim());
      if (parts.length > 1) return parts.flatMap((part) => valuesOf(part, place));
      if (/^".*"$/.test(type)) return [type.slice(1, -1)];
      throw new Error(`a word takes a value of type ${type}, which this test knows no example of`);
    }
  }
}

/** All ways to fill in the members of an object type. */
function objectsOf(type: string, place: number): readonly Value[] {
  const members = [...type.matchAll(/(?:readonly )?(\w+): ([^;]+?);? (?=readonly |\})/g)];
  return members.reduce<readonly Readonly<Record<string, Value>>[]>(
    (ways, [, name = "", of = ""], index) =>
      ways.flatMap((way) => valuesOf(of, place + index).map((value) => ({ ...way, [name]: value }))),
    [{}],
  );
}

/** The words of what the platform tells as data get the values of their kind, which an interface of the platform names. */
const TOLD = [
  { path: "server.findings.found", file: "src/core/installation/finding-words.ts" },
  { path: "server.findings.remedies", file: "src/core/installation/finding-words.ts" },
  { path: "server.problems", file: "src/core/problem-words.ts" },
  { path: "server.warnings", file: "src/core/analytics/report/warning-words.ts" },
];

/** The types of the values of each function. */
const TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ...filesBelow("web/words/en", ".ts").flatMap((file) => [...typesIn(file)]),
  ...TOLD.flatMap(({ path, file }) =>
    filesBelow("src/core", ".ts")
      .filter((each) => each.path === file)
      .flatMap(({ text }) => valuesIn(file, text).map(([kind, type]) => [`${path}.${kind}`, [type]] as const)),
  ),
]);

/** By kind, the type of its values: members of the interfaces that are named for values. */
function valuesIn(path: string, text: string): readonly (readonly [kind: string, type: string])[] {
  return ts
    .createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    .statements.filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => name.text.endsWith("Values"))
    .flatMap(({ members }) => [...members].filter(ts.isPropertySignature))
    .map(({ name, type }) => {
      const text = type?.getText().replace(/\s+/g, " ") ?? "";
      return [ts.isStringLiteral(name) ? name.text : name.getText(), text === "NoValues" ? "{ }" : text] as const;
    });
}

function* typesIn({ path, text }: SourceFile): Generator<[path: string, types: readonly string[]]> {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const named = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList: { declarations } }) => [...declarations]);
  for (const { name, initializer } of named)
    if (initializer !== undefined && ts.isObjectLiteralExpression(initializer))
      yield* typesWithin(initializer, [name.getText()]);
}

function* typesWithin(
  object: ts.ObjectLiteralExpression,
  way: readonly string[],
): Generator<[path: string, types: readonly string[]]> {
  for (const member of object.properties) {
    if (!ts.isPropertyAssignment(member)) continue;
    const { name, initializer } = member;
    const path = [...way, ts.isStringLiteral(name) ? name.text : name.getText()];
    if (ts.isObjectLiteralExpression(initializer)) yield* typesWithin(initializer, path);
    if (ts.isArrowFunction(initializer))
      yield [path.join("."), initializer.parameters.map(({ type }) => type?.getText() ?? "string")];
  }
}
