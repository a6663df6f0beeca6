// Which types a formula may combine, and the type of the result. A type that is only known at run time (null) is always
// accepted; a value that does not fit is then missing. Source: analytics contract 2.11.
import type { BinaryOperator, Expression, UnaryOperator, ValueType } from "./expression.ts";
import type { FunctionSignature, Parameter } from "./functions.ts";

export type Typed = { readonly type: ValueType | null } | { readonly problem: string };
type Operand = Pick<Expression, "type" | "kind">;

export function typeOfUnary(operator: UnaryOperator, operand: Operand): Typed {
  const wanted = operator === "-" ? "number" : "boolean";
  if (operand.type !== null && operand.type !== wanted)
    return { problem: `"${operator}" needs a ${wanted}, but here is a ${operand.type}` };
  return { type: wanted };
}

export function typeOfBinary(operator: BinaryOperator, left: Operand, right: Operand): Typed {
  const misfit = { problem: `"${operator}" does not take a ${show(left)} and a ${show(right)}${hint(left, right)}` };
  switch (operator) {
    case "and":
    case "or":
      return isOneOf(left, "boolean") && isOneOf(right, "boolean") ? { type: "boolean" } : misfit;
    case "==":
    case "!=":
      return left.type === null || right.type === null || kindOf(left.type) === kindOf(right.type)
        ? { type: "boolean" }
        : misfit;
    case "<":
    case "<=":
    case ">":
    case ">=":
      if (isOneOf(left, "number", "time") && isOneOf(right, "number", "time")) return { type: "boolean" };
      return isOneOf(left, "text") && isOneOf(right, "text") ? { type: "boolean" } : misfit;
    case "+":
      if (isOneOf(left, "text") && isOneOf(right, "text") && (left.type === "text" || right.type === "text"))
        return { type: "text" };
      if (!isOneOf(left, "number", "time") || !isOneOf(right, "number", "time")) return misfit;
      if (left.type === "time" && right.type === "time") return misfit;
      if (left.type === "time" || right.type === "time") return { type: "time" };
      return { type: left.type === null && right.type === null ? null : "number" };
    case "-":
      if (!isOneOf(left, "number", "time") || !isOneOf(right, "number", "time")) return misfit;
      if (left.type === "number" && right.type === "time") return misfit;
      return { type: left.type === "time" && right.type !== "time" ? "time" : "number" };
    case "*":
    case "/":
    case "%":
      return isOneOf(left, "number") && isOneOf(right, "number") ? { type: "number" } : misfit;
  }
}

/**
 * The common type of alternatives, which must have the same type as far as it is known. `missing` is compatible with
 * every type.
 */
export function commonType(operands: readonly Operand[]): Typed {
  let common: ValueType | null = null;
  let isCertain = true;
  for (const { type, kind } of operands) {
    if (kind === "missing") continue;
    if (type === null) isCertain = false;
    else if (common === null) common = type;
    else if (common !== type)
      return { problem: `all results must have one type, but here are a ${common} and a ${type}` };
  }
  return { type: isCertain ? common : null };
}

/** The number of arguments has already been checked. */
export function typeOfCall(fn: string, signature: FunctionSignature, operands: readonly Operand[]): Typed {
  const alike: Operand[] = [];
  for (const [index, operand] of operands.entries()) {
    const parameter = signature.parameters[index] ?? signature.parameters.at(-1) ?? "any";
    if (!fits(operand, parameter))
      return {
        problem: `"${fn}" needs ${NEEDS[parameter]} as argument ${String(index + 1)}, but here is a ${show(operand)}`,
      };
    if (parameter === "same" || parameter === "sameQuantity") alike.push(operand);
  }
  if (signature.result !== "same") return { type: signature.result };
  const common = commonType(alike);
  if ("problem" in common || !signature.parameters.includes("sameQuantity")) return common;
  return { type: alike.some(({ type }) => type === "time") ? "time" : "number" };
}

const NEEDS: Readonly<Record<Parameter, string>> = {
  number: "a number",
  quantity: "a number or a time",
  sameQuantity: "a number or a time",
  text: "a text",
  boolean: "a condition",
  any: "a value",
  same: "a value",
};

function fits(operand: Operand, parameter: Parameter): boolean {
  switch (parameter) {
    case "any":
    case "same":
      return true;
    case "quantity":
    case "sameQuantity":
      return isOneOf(operand, "number", "time");
    case "number":
    case "text":
    case "boolean":
      return isOneOf(operand, parameter);
  }
}

function isOneOf({ type }: Operand, ...types: readonly ValueType[]): boolean {
  return type === null || types.includes(type);
}

/** Times and numbers can be compared with each other: a time is a number of milliseconds. */
function kindOf(type: ValueType): ValueType {
  return type === "time" ? "number" : type;
}

function show({ type }: Operand): string {
  return type ?? "value";
}

function hint(left: Operand, right: Operand): string {
  const types = [left.type, right.type];
  return types.includes("text") && types.includes("number")
    ? "; number(…) reads a number from a text, text(…) writes one"
    : "";
}
