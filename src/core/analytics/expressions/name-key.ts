// Converts names in formulas to keys of maps and columns. Each name has its own key.
import type { Expression, Name } from "./expression.ts";

/** The scope of an attribute has no dot, so the attribute's key may contain dots. */
export function nameKey(name: Name): string {
  switch (name.kind) {
    case "field":
      return `field.${name.field}`;
    case "input":
      return `input.${name.input}`;
    case "value":
    case "ts":
      return name.kind;
    case "part":
      return `part.${name.part}`;
    case "entity":
      return `entity.${name.field}`;
    case "attribute":
      return `attr.${name.scope}.${name.key}`;
    case "range":
    case "bucket":
      return `${name.kind}.${name.member}`;
  }
}

/** Every name that a formula uses, without duplicates, by its key. */
export function namesIn(expression: Expression): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>();
  visit(expression, (node) => {
    if (node.kind === "name") names.set(nameKey(node.name), node.name);
  });
  return names;
}

/** Visits parents before children, left before right. */
function visit(expression: Expression, each: (node: Expression) => void): void {
  each(expression);
  for (const child of childrenOf(expression)) visit(child, each);
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "missing":
    case "name":
      return [];
    case "unary":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "conditional":
      return [expression.test, expression.then, expression.otherwise];
    case "call":
      return expression.arguments;
  }
}
