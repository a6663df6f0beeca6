// Finds the texts that the source of the web interface shows without its catalogue of words: what stands between tags, what is given to
// properties that are shown, and anything else that reads like words.
import ts from "typescript";
import type { SourceFile } from "./source-tree.ts";

export interface ShownText {
  readonly path: string;
  readonly line: number;
  /** Values within it are written as {}. */
  readonly text: string;
}

/** Properties of components and members of objects whose texts people read. */
const SHOWN: readonly string[] = [
  ...["label", "title", "text", "description", "placeholder", "message", "alt", "summary", "heading", "legend"],
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "aria-placeholder"],
  ...["action", "done", "failed", "hint", "detail", "what", "says", "remedy", "words", "never", "empty"],
  ...["nothingFoundMessage", "search", "all", "typed", "note", "caption", "group"],
  ...["short", "prefix", "suffix", "error"],
];
/** Of elements: how they look and work, and what they look up in the catalogue. What else has a space in it is read by people. */
const TECHNICAL: readonly string[] = [
  ...["className", "style", "styles", "classNames", "d", "viewBox", "transform", "preserveAspectRatio", "points"],
  ...["key", "id", "to", "href", "src", "type", "role", "component", "autoComplete", "rel", "accept", "allow", "name"],
  "noun",
  ...["fz", "fw", "ff", "c", "bg", "p", "px", "py", "m", "mx", "my", "w", "h", "variant", "size", "color", "shadow"],
  ...["aria-keyshortcuts", "aria-labelledby", "aria-describedby", "aria-controls", "fill", "stroke", "sizes", "media"],
];

/** The same in every language: units, and the names of formats, protocols and products. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...["ms", "s", "min", "h", "d", "B", "KiB", "MiB", "GiB", "TiB", "C", "F", "K", "kW", "kWh", "px"],
  ...["MQTT", "MQTTS", "HTTP", "HTTPS", "TLS", "WebSocket", "REST", "RPC", "JSON", "CSV", "XLSX", "PNG", "SVG", "ZIP"],
  ...["UTC", "ID", "URL", "URI", "IP", "UUID", "JWT", "SQL", "ISO", "GET", "POST", "Protobuf", "QoS", "SHA", "CRC"],
  ...["Bridgehead", "ThingsBoard", "Sparkplug", "Linux", "Windows", "macOS", "Docker", "Python", "Excel", "mosquitto"],
]);

export function shownTexts({ path, text: source }: SourceFile): readonly ShownText[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found: ShownText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const text = textOf(node);
    if (text !== null && isShown(node, text))
      found.push({ path, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text.replace(/\s+/g, " ").trim();
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}").trim();
  return null;
}

function isShown(node: ts.Node, text: string): boolean {
  const place = placeOf(node);
  if (place === "nowhere") return false;
  return place === "shown" ? wordsIn(text).length > 0 || PLURAL.test(text) : readsLikeWords(text);
}

type Place = "shown" | "nowhere" | "unknown";

/** Where the value of a literal goes, as far as its surroundings tell. */
function placeOf(node: ts.Node): Place {
  if (ts.isJsxText(node)) return "shown";
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return ofAttribute(parent);
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? ofAttribute(parent.parent) : "shown";
  if (ts.isPropertyAssignment(parent)) return parent.name === node ? "nowhere" : ofMember(parent);
  if (ts.isBindingElement(parent) || ts.isParameter(parent)) return ofName(parent.name.getText());
  if (ts.isElementAccessExpression(parent)) return "nowhere";
  if (ts.isCaseClause(parent)) return "nowhere";
  if (ts.isBinaryExpression(parent)) {
    if (isComparison(parent.operatorToken.kind)) return "nowhere";
    return placeOf(parent);
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? "nowhere" : placeOf(parent);
  if (ts.isTemplateSpan(parent)) return placeOf(parent.parent);
  if (ts.isNewExpression(parent) && parent.expression.getText() === "Error") return ofError(node);
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent))
    return placeOf(parent);
  return "unknown";
}

function ofAttribute(attribute: ts.JsxAttribute): Place {
  const name = attribute.name.getText();
  if (name === "unit" || SHOWN.includes(name)) return "shown";
  return TECHNICAL.includes(name) || /^(data-|on[A-Z])/.test(name) ? "nowhere" : "unknown";
}

function ofName(name: string): Place {
  return SHOWN.includes(name) ? "shown" : "unknown";
}

/** Objects that are given to `style` and the like have members of their own. */
function ofMember(member: ts.PropertyAssignment): Place {
  if (ofName(member.name.getText()) === "shown") return "shown";
  let node: ts.Node = member;
  while (!ts.isJsxAttribute(node)) {
    const { parent } = node;
    const isWithin = ts.isObjectLiteralExpression(parent) || ts.isPropertyAssignment(parent);
    if (!isWithin && !ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent)) return "unknown";
    node = parent;
  }
  return ofAttribute(node) === "nowhere" ? "nowhere" : "unknown";
}

/** Errors that must never happen are lower case, for those who write the interface; all others are for those who use it. */
function ofError(node: ts.Node): Place {
  return /^[a-z]/.test(textOf(node) ?? "") ? "nowhere" : "shown";
}

function isComparison(kind: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.InKeyword,
  ].includes(kind);
}

/** An ending is not a unit: `${noun}s`. */
const PLURAL = /\{\}s(?!\p{L})/u;
const COLOUR = /^#[\da-f]{3,8}$/i;

/** Without those that are the same in every language. */
export function wordsIn(text: string): readonly string[] {
  if (COLOUR.test(text)) return [];
  const words: readonly string[] = text.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? [];
  return words.filter((word) => !NEUTRAL.has(word));
}

/** Two words or more, or one that begins like a label; code has other signs in it. */
function readsLikeWords(text: string): boolean {
  if (wordsIn(text).length === 0) return false;
  if (/[=;{<]\S|\(\S*\)|var\(|^[/#.]|\/\S+\//.test(text.replaceAll("{}", "x"))) return false;
  return /\p{L}{2,}[,.:]? \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}{2,}[.:…!?]?$/u.test(text);
}
