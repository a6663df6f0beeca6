// The formulas of a view as checked trees: conditions, states and calculated fields, and the order in which fields that
// use each other are computed. Parsing a view checks them, and a run uses them. Source: analytics contract 2.11.
import { DomainError } from "../../errors.ts";
import { type Expression, ExpressionError, type ValueType } from "../expressions/expression.ts";
import { parseCondition, parseExpression } from "../expressions/parse-expression.ts";
import type { ExpressionScope } from "../expressions/scopes.ts";
import {
  deviceScope,
  ENTITY_FIELDS,
  dimensionsScope,
  groupScope,
  rowScope,
  sampleScope,
  stateScope,
} from "../expressions/scopes.ts";
import { AGGREGATE_RULES } from "./aggregate-rules.ts";
import { isOfGroups, isOfSamples } from "./source-rules.ts";
import type { Cast, Field, FieldId, Scope, Source } from "./table-view.ts";
import type { ViewProblem } from "./view-problems.ts";

export interface FieldFormulas {
  /** The formula of an expression source. */
  readonly expression: Expression | null;
  readonly where: Expression | null;
  /** The state formula of the aggregation. */
  readonly state: Expression | null;
}

export interface ViewFormulas {
  readonly scopeWhere: Expression | null;
  /** One entry per field. */
  readonly fields: ReadonlyMap<FieldId, FieldFormulas>;
  /** Fields computed from finished rows, each after the fields that it uses. */
  readonly order: readonly FieldId[];
  /** The type of each field's cells; null if it is only known at run time. */
  readonly types: ReadonlyMap<FieldId, ValueType | null>;
}

interface FormulaOwner {
  readonly fields: readonly Field[];
  readonly scope: Pick<Scope, "where">;
}

/** The formulas of a parsed view. Throws `invalid` if a formula is no longer valid. */
export function viewFormulas(view: FormulaOwner): ViewFormulas {
  const { formulas, problems } = readFormulas(view, (index) => `/fields/${String(index)}`);
  const [first] = problems;
  if (first !== undefined) throw new DomainError("invalid", `${first.pointer}: ${first.message}`);
  return formulas;
}

/** `pointerOf` returns the JSON pointer of a field, by its index in `view.fields`. */
export function readFormulas(
  view: FormulaOwner,
  pointerOf: (index: number) => string,
): { readonly formulas: ViewFormulas; readonly problems: readonly ViewProblem[] } {
  return new FormulaReader(view, pointerOf).read();
}

class FormulaReader {
  readonly #view: FormulaOwner;
  readonly #pointers = new Map<FieldId, string>();
  readonly #byId = new Map<string, Field>();
  readonly #problems: ViewProblem[] = [];
  readonly #types = new Map<FieldId, ValueType | null>();
  readonly #expressions = new Map<FieldId, Expression | null>();
  readonly #order: FieldId[] = [];
  readonly #hasBucket: boolean;

  constructor(view: FormulaOwner, pointerOf: (index: number) => string) {
    this.#view = view;
    this.#hasBucket = view.fields.some(({ source }) => source.type === "timeBucket");
    for (const [index, field] of view.fields.entries()) {
      if (this.#byId.has(field.id)) continue;
      this.#byId.set(field.id, field);
      this.#pointers.set(field.id, pointerOf(index));
    }
  }

  read(): { readonly formulas: ViewFormulas; readonly problems: readonly ViewProblem[] } {
    const fields = [...this.#byId.values()];
    for (const field of fields) if (!isOfGroups(field.source)) this.#readSource(field);
    for (const field of this.#inOrderOfUse(fields.filter(({ source }) => isOfGroups(source)))) this.#readGroup(field);
    const formulas = new Map<FieldId, FieldFormulas>();
    for (const field of fields)
      formulas.set(field.id, {
        expression: this.#expressions.get(field.id) ?? null,
        where: this.#condition(field.where, sampleScope(this.#sampleType(field)), field, "where"),
        state: this.#state(field),
      });
    const { where } = this.#view.scope;
    const scopeWhere = where === null ? null : this.#checked("/scope/where", () => parseCondition(where, deviceScope));
    return {
      formulas: { scopeWhere, fields: formulas, order: this.#order, types: this.#types },
      problems: this.#problems,
    };
  }

  #readSource(field: Field): void {
    const { source } = field;
    let computed = typeOfCells(field, null);
    if (source.type === "expression") {
      const inputs = new Map([...source.inputs].map(([name, input]) => [name, typeOfSource(input)]));
      const scope = isOfSamples(source) ? rowScope(inputs) : dimensionsScope(inputs);
      const expression = this.#checked(this.#at(field, "source/expr"), () => parseExpression(source.expr, scope));
      this.#expressions.set(field.id, expression);
      computed = typeOfCells(field, expression?.type ?? null);
    }
    this.#types.set(field.id, declaredType(field, computed));
  }

  #readGroup(field: Field): void {
    const { source } = field;
    if (source.type !== "expression") return;
    const expression = this.#checked(this.#at(field, "source/expr"), () =>
      parseExpression(
        source.expr,
        this.#groupScope((known) => this.#types.get(known.id) ?? null),
      ),
    );
    this.#expressions.set(field.id, expression);
    this.#types.set(field.id, declaredType(field, expression?.type ?? null));
    if (expression !== null) this.#order.push(field.id);
  }

  /** Sorts fields so that each comes after those that it uses. A cycle is reported at the field that closes it. */
  #inOrderOfUse(fields: readonly Field[]): readonly Field[] {
    const uses = new Map(fields.map((field) => [field.id, this.#usesOf(field)]));
    const ordered: Field[] = [];
    const done = new Set<FieldId>();
    const place = (field: Field, trail: readonly FieldId[]): void => {
      const start = trail.indexOf(field.id);
      if (start >= 0) this.#circle(field, trail.slice(start), trail.at(-1) ?? field.id);
      if (start >= 0 || done.has(field.id)) return;
      for (const used of uses.get(field.id) ?? []) place(used, [...trail, field.id]);
      done.add(field.id);
      ordered.push(field);
    };
    for (const field of fields) place(field, []);
    return ordered;
  }

  /** The other fields over finished rows that a field refers to, found without knowing their types. */
  #usesOf({ source }: Field): readonly Field[] {
    const used = new Set<Field>();
    const scope = this.#groupScope((field) => {
      if (isOfGroups(field.source)) used.add(field);
      return null;
    });
    try {
      if (source.type === "expression") parseExpression(source.expr, scope);
    } catch (error) {
      // The error is reported when the formula is parsed with its types.
      if (!(error instanceof ExpressionError)) throw error;
    }
    return [...used];
  }

  #circle(field: Field, trail: readonly FieldId[], closing: FieldId): void {
    const error = new ExpressionError(
      "EXPRESSION_CYCLE",
      0,
      `fields use each other in a circle: ${[...trail, field.id].join(" -> ")}`,
    );
    const pointer = `${this.#pointers.get(closing) ?? ""}/source/expr`;
    this.#problems.push({ pointer, code: error.code, message: error.message });
  }

  #groupScope(typeOf: (field: Field) => ValueType | null): ExpressionScope {
    return groupScope(
      [...this.#byId.keys()],
      (id) => {
        const field = this.#byId.get(id);
        return field === undefined ? undefined : typeOf(field);
      },
      this.#hasBucket,
    );
  }

  #state(field: Field): Expression | null {
    const { aggregation } = field;
    if (aggregation?.state === undefined) return null;
    const inputs = aggregation.inputs;
    const types =
      inputs === undefined ? null : new Map([...inputs].map(([name, input]) => [name, castType(input.cast)]));
    return this.#condition(aggregation.state, stateScope(types, this.#sampleType(field)), field, "aggregation/state");
  }

  /** The type of `value` in a condition on the samples of a field. */
  #sampleType({ id, source }: Field): ValueType | null {
    return source.type === "expression" ? (this.#expressions.get(id)?.type ?? null) : typeOfSource(source);
  }

  #condition(text: string | null, scope: ExpressionScope, field: Field, member: string): Expression | null {
    return text === null ? null : this.#checked(this.#at(field, member), () => parseCondition(text, scope));
  }

  #at(field: Field, member: string): string {
    return `${this.#pointers.get(field.id) ?? ""}/${member}`;
  }

  #checked(pointer: string, read: () => Expression | null): Expression | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.#problems.push({ pointer, code: error.code, message: error.message });
      return null;
    }
  }
}

function declaredType({ dataType }: Field, computed: ValueType | null): ValueType | null {
  if (dataType === "auto") return computed;
  return dataType === "json" ? null : dataType;
}

function castType(cast: Cast): ValueType | null {
  return cast === "auto" ? null : cast;
}

function typeOfSource(source: Source): ValueType | null {
  switch (source.type) {
    case "entity":
      return ENTITY_FIELDS.get(source.field) ?? null;
    case "telemetry":
      return castType(source.cast);
    case "timeBucket":
    case "timestamp":
      return "time";
    case "timePart":
      // `isWeekend` is a boolean, which a table may show as a number.
      return source.part === "isWeekend" ? null : "number";
    case "constant":
      return typeof source.value === "string" ? "text" : typeof source.value === "number" ? "number" : "boolean";
    case "attribute":
    case "expression":
      return null;
  }
}

/** The type of a field's cells after aggregation. `formula` is the type of a row-stage formula. */
function typeOfCells({ source, aggregation }: Field, formula: ValueType | null): ValueType | null {
  const given = source.type === "expression" ? formula : typeOfSource(source);
  if (aggregation === null) return given;
  const { result } = AGGREGATE_RULES[aggregation.fn];
  if (result !== "source") return result;
  // A mean is always a number; the minimum or maximum of booleans is 0 or 1.
  return given === "boolean" && (aggregation.fn === "min" || aggregation.fn === "max") ? "number" : given;
}

/** The type of a field's values before aggregation, as far as the view defines it. */
export function sampleTypeOf(field: Field): ValueType | null {
  const { source } = field;
  if (source.type !== "expression") return typeOfSource(source);
  const alone = {
    fields: [{ ...field, aggregation: null, where: null, dataType: "auto" as const }],
    scope: { where: null },
  };
  return readFormulas(alone, () => "").formulas.types.get(field.id) ?? null;
}
