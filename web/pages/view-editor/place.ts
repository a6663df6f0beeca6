// A place in the edited draft, such as the key of a source: its value, the service's problems with it, and a way to
// change it.
import type { Schema } from "../../api/schemas.ts";
import { pointerTo, shapesAt, type Shape } from "./view-shape.ts";

export type ViewProblem = Schema<"ViewProblem">;

export interface Place<Value> {
  /** Undefined if there is no value, or null. */
  readonly value: Value | undefined;
  /** Problems with it and with everything inside. */
  readonly problems: readonly ViewProblem[];
  /** In words; undefined if nothing is wrong. */
  readonly error: string | undefined;
  /** Its limits and default. */
  readonly shape: Shape;
  /** Whether a list accepts no more entries. */
  readonly isFull: boolean;
  /** Undefined removes the value. */
  set(value: Value | undefined): void;
  readonly at: <Step extends keyof Value & (string | number)>(step: Step) => Place<NonNullable<Value[Step]>>;
}

/** `pointer` is the place of the change; consecutive changes of one place are one undo step. */
export type Change<Value> = (update: (present: Value | undefined) => Value | undefined, pointer: string) => void;

interface Given<Value> {
  /** In the form of the service's pointers. */
  readonly pointer: string;
  readonly value: Value | undefined;
  readonly shapes: readonly Shape[];
  readonly problems: readonly ViewProblem[];
  readonly change: Change<Value>;
}

export function placeOf<Value>({ pointer, value, shapes, problems, change }: Given<Value>): Place<Value> {
  const inside = problems.filter((problem) => `${problem.pointer}/`.startsWith(`${pointer}/`));
  const shape = Object.assign({}, ...shapes.toReversed()) as Shape;
  return {
    value,
    problems: inside,
    error: inside.length === 0 ? undefined : [...new Set(inside.map(({ message }) => message))].join(" "),
    shape,
    isFull: Array.isArray(value) && value.length >= (shape.maxItems ?? Infinity),
    set: (next) => change(() => next, pointer),
    at: (step) =>
      placeOf({
        pointer: pointerTo(pointer, step),
        value: memberOf(value, step),
        shapes: shapesAt(shapes, step),
        problems: inside,
        change: (update, at) => change((present) => withMember(present, step, update(memberOf(present, step))), at),
      }),
  };
}

function memberOf<Value, Step extends keyof Value>(value: Value | undefined, step: Step) {
  if (value === undefined || value === null || !Object.hasOwn(value, step)) return undefined;
  return value[step] ?? undefined;
}

/** All other members stay as they are, in their order; an undefined member is not written to JSON. */
function withMember<Value, Step extends keyof Value>(
  value: Value | undefined,
  step: Step,
  member: Value[Step] | undefined,
): Value {
  const change = { [step]: member };
  return (Array.isArray(value) ? Object.assign([...(value as unknown[])], change) : { ...value, ...change }) as Value;
}

/** A value that no schema describes and nobody checks. */
export function unboundPlace<Value>(
  value: Value | undefined,
  onValue: (value: Value | undefined) => void,
): Place<Value> {
  return placeOf<Value>({ pointer: "", value, shapes: [], problems: [], change: (update) => onValue(update(value)) });
}

export function hasNumber(place: Place<unknown>): place is Place<number> {
  return place.value === undefined || typeof place.value === "number";
}

export function hasText(place: Place<unknown>): place is Place<string> {
  return place.value === undefined || typeof place.value === "string";
}

/** The list with one entry moved. */
export function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list.slice(from, from + 1);
  return list.toSpliced(from, 1).toSpliced(to, 0, ...item);
}
