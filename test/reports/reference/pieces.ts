// Time in which a value is known: from its sample to the next, held or on a straight line. Source: analytics contract 3.5,
// 3.6 (segments, known time, states).
import type { Aggregation, Field, TelemetrySource } from "../../../src/core/analytics/view/table-view.ts";
import { holds } from "./formula.ts";
import type { Cell, ReferenceDevice } from "./reference-input.ts";
import type { Run } from "./run.ts";
import type { Selected } from "./samples.ts";
import { plainSamples, readState } from "./samples.ts";

/** Values at both ends are equal but on a line. `value` is what a state looks at. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly value: Cell;
}

export interface StatePiece {
  readonly from: number;
  readonly to: number;
  readonly isOn: boolean;
  /** Off until the instant at which this piece begins, which is inside the range. */
  readonly isTurn: boolean;
}

/** `samples` are known values in ascending order; nothing is held beyond `limit`. */
export function heldPieces(samples: readonly Selected[], limit: number, maxGap: number): readonly Piece[] {
  return samples.flatMap(({ ts, value }, index) => {
    const to = Math.min(samples[index + 1]?.ts ?? Infinity, limit, ts + maxGap);
    return to > ts ? [{ from: ts, to, first: 0, last: 0, value }] : [];
  });
}

export function numberPieces(
  samples: readonly { readonly ts: number; readonly value: number }[],
  { method = "locf", maxGapMs = Infinity }: Aggregation,
  limit: number,
): readonly Piece[] {
  if (method === "locf")
    return heldPieces(samples, limit, maxGapMs).map((piece) => {
      const value = Number(piece.value);
      return { ...piece, first: value, last: value };
    });
  return samples.flatMap(({ ts, value }, index) => {
    const next = samples[index + 1];
    if (next === undefined || next.ts - ts >= maxGapMs) return [];
    const line = { from: ts, to: next.ts, first: value, last: next.value, value };
    return limit > ts ? [cut(line, ts, Math.min(next.ts, limit))] : [];
  });
}

/** The part of a piece between two instants inside it. */
export function cut(piece: Piece, from: number, to: number): Piece {
  const at = (ts: number): number =>
    piece.first === piece.last
      ? piece.first
      : piece.first + ((piece.last - piece.first) * (ts - piece.from)) / (piece.to - piece.from);
  return { ...piece, from, to, first: at(from), last: at(to) };
}

/** Pieces of the state of one device; `lookFrom` is the earliest sample that is looked at, `start` the range's start. */
export function statePieces(
  run: Run,
  field: Field,
  device: ReferenceDevice,
  samples: readonly Selected[],
  bounds: { readonly lookFrom: number; readonly start: number; readonly end: number; readonly limit: number },
): readonly StatePiece[] {
  const { aggregation } = field;
  const { state = null } = run.formulas.fields.get(field.id) ?? {};
  if (aggregation === null || state === null) throw new Error(`${field.id} has no state`);
  const maxGap = aggregation.maxGapMs ?? Infinity;
  const isOnWith = (value: Cell, inputs: ReadonlyMap<string, Cell>): boolean =>
    holds(state, { read: (name) => readState(run, device, value, inputs, name) });
  const pieces =
    aggregation.inputs === undefined
      ? heldPieces(samples, bounds.limit, maxGap).map(({ from, to, value }) => ({
          from,
          to,
          isOn: isOnWith(value, new Map()),
        }))
      : alignedPieces(run, aggregation.inputs, device, bounds, maxGap).map(({ from, to, values }) => ({
          from,
          to,
          isOn: isOnWith(null, values),
        }));
  return pieces.map((piece, index) => {
    const before = pieces[index - 1];
    const isTurn = piece.isOn && before?.to === piece.from && !before.isOn && piece.from >= bounds.start;
    return { ...piece, isTurn };
  });
}

/** Times at which every input is known, split wherever one of them has a sample. */
function alignedPieces(
  run: Run,
  inputs: ReadonlyMap<string, TelemetrySource>,
  device: ReferenceDevice,
  { lookFrom, end, limit }: { readonly lookFrom: number; readonly end: number; readonly limit: number },
  maxGap: number,
): readonly { readonly from: number; readonly to: number; readonly values: ReadonlyMap<string, Cell> }[] {
  const held = [...inputs].map(([name, source]) => {
    const samples = plainSamples(run, source, device).filter(({ ts }) => ts >= lookFrom && ts < end);
    return { name, pieces: heldPieces(samples, limit, maxGap) };
  });
  const bounds = [...new Set(held.flatMap(({ pieces }) => pieces.flatMap(({ from, to }) => [from, to])))];
  bounds.sort((left, right) => left - right);
  return bounds.flatMap((from, index) => {
    const to = bounds[index + 1];
    if (to === undefined) return [];
    const values = new Map<string, Cell>();
    for (const { name, pieces } of held) {
      const piece = pieces.find((known) => known.from <= from && to <= known.to);
      if (piece !== undefined) values.set(name, piece.value);
    }
    return values.size === held.length ? [{ from, to, values }] : [];
  });
}
