// Reads the repository as text for the tests in this folder: its files, and what each source file imports.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import ts from "typescript";

export const ROOT = join(import.meta.dirname, "../..");

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  /** A path from the root for a file of ours, else the name of a package or of a built-in module. */
  readonly to: string;
  readonly isOurs: boolean;
  readonly isTypeOnly: boolean;
  /** Loaded only when the program gets there: `import()`. */
  readonly isLazy: boolean;
  /** What is taken of it, by the names it has there; `*` is all. */
  readonly names: readonly string[];
}

/** Files below `folder` whose name has one of the endings, in the order of their paths; none where there is no folder. */
export function filesBelow(folder: string, ...endings: string[]): SourceFile[] {
  if (!existsSync(join(ROOT, folder))) return [];
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(ROOT, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}

/** The source of the product, without its tests. */
export function productSource(): SourceFile[] {
  return filesBelow("src", ".ts").filter(({ path }) => !path.endsWith(".test.ts"));
}

export function importsOf(file: SourceFile): Import[] {
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = importedBy(node);
    if (specifier !== undefined)
      imports.push({
        ...toImport(file.path, specifier),
        isTypeOnly: isTypeOnly(node),
        isLazy: ts.isCallExpression(node),
        names: namesOf(node),
      });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return imports;
}

/** Import and export declarations, `import()` as a call and as a type. */
function importedBy(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return literal(node.arguments[0]);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal);
  return undefined;
}

function literal(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteral(node) ? node.text : undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return ts.isImportTypeNode(node);
}

function namesOf(node: ts.Node): readonly string[] {
  if (ts.isImportTypeNode(node))
    return [node.qualifier !== undefined && ts.isIdentifier(node.qualifier) ? node.qualifier.text : "*"];
  const clause = ts.isImportDeclaration(node) ? node.importClause : undefined;
  const named = ts.isExportDeclaration(node) ? node.exportClause : clause?.namedBindings;
  const whole = clause?.name === undefined ? [] : ["default"];
  if (named === undefined) return whole.length > 0 ? whole : ["*"];
  if (!ts.isNamedImports(named) && !ts.isNamedExports(named)) return ["*"];
  return [...whole, ...named.elements.map(({ name, propertyName }) => (propertyName ?? name).text)];
}

function toImport(from: string, specifier: string): Pick<Import, "from" | "to" | "isOurs"> {
  const isOurs = specifier.startsWith(".");
  const to = isOurs ? posix.join(dirname(from), specifier) : packageName(specifier);
  return { from, to, isOurs };
}

function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}
