// An export says that others use it.
import ts from "typescript";
import { expect, test } from "vitest";
import { filesBelow, importsOf, type SourceFile } from "./source-tree.ts";

const files = ["src", "web", "test", "tools", "bench", "scripts"]
  .flatMap((folder) => filesBelow(folder, ".ts", ".tsx", ".mts", ".mjs"))
  .filter(({ path }) => !path.includes("/dist/"));
const imported = new Set(files.flatMap(importsOf).flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)));
const unused = files
  .filter(({ path }) => /^(src|web)\//.test(path) && !path.includes(".test.") && path !== "web/api/api-types.ts")
  .flatMap((file) => exportsOf(file).map((item) => ({ ...item, file })))
  .filter(({ file, name }) => !imported.has(`${file.path} ${name}`) && !imported.has(`${file.path} *`));

test("a function, a class or a constant that is exported is imported by another file", () => {
  const values = unused.filter(({ isType }) => !isType);

  expect(values.map(({ file, name }) => `${file.path} ${name}`)).toEqual([]);
});

test("a type that is exported, if no other file imports it, is part of what its own file exports", () => {
  const nameless = unused.filter(({ file, name }) => file.text.split(new RegExp(`\\b${name}\\b`)).length === 2);

  expect(nameless.map(({ file, name }) => `${file.path} ${name}`)).toEqual([]);
});

interface Exported {
  readonly name: string;
  readonly isType: boolean;
}

function exportsOf({ path, text }: SourceFile): Exported[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement): Exported[] => {
    if (!ts.canHaveModifiers(statement) || !hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations
        .flatMap(({ name }) => namesIn(name))
        .map((name) => ({ name, isType: false }));
    if (hasModifier(statement, ts.SyntaxKind.DefaultKeyword)) return [{ name: "default", isType: false }];
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      return [{ name: statement.name?.text ?? "", isType: false }];
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      return [{ name: statement.name.text, isType: true }];
    return [];
  });
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

function hasModifier(statement: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(statement)?.some((modifier) => modifier.kind === kind) === true;
}
