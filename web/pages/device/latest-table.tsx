// The latest values as a table; a row renders again only if its value changes.
import { ChartLine, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { RowMenu } from "../../components/row-menu.tsx";
import { words } from "../../words/words.ts";
import { KeyRow, KeyTable } from "./key-table.tsx";
import { isUpdateTime } from "./update-keys.ts";
import type { LiveKey } from "./use-live-values.ts";
import { kindOfText, type ValueKind } from "./value-kind.ts";

interface LatestTableProps {
  /** The keys to show, in order. */
  readonly rows: readonly string[];
  readonly keys: ReadonlyMap<string, LiveKey>;
  readonly kinds: ReadonlyMap<string, ValueKind>;
  readonly onChart: (key: string) => void;
  readonly onDelete: (key: string) => void;
}

const WORDS = words.device.latest;

export function LatestTable({ rows, keys, kinds, onChart, onDelete }: LatestTableProps): ReactNode {
  return (
    <KeyTable label={WORDS.label} hasTrend actionsWidth={116}>
      {rows.map((key) => {
        const value = keys.get(key);
        return (
          value !== undefined && (
            <Row key={key} name={key} value={value} known={kinds.get(key)} onChart={onChart} onDelete={onDelete} />
          )
        );
      })}
    </KeyTable>
  );
}

interface RowProps extends Pick<LatestTableProps, "onChart" | "onDelete"> {
  readonly name: string;
  readonly value: LiveKey;
  readonly known: ValueKind | undefined;
}

const Row = memo(
  function Row({ name, value, known, onChart, onDelete }: RowProps): ReactNode {
    const { text, ts, changes, trend } = value;
    const kind = kindOfText(text, known);
    const actions = [
      { label: WORDS.showChart, icon: ChartLine, onChosen: () => onChart(name) },
      { label: WORDS.deleteValues, icon: Trash2, isDangerous: true, onChosen: () => onDelete(name) },
    ];
    return (
      <KeyRow
        name={name}
        text={text}
        kind={kind}
        ts={ts}
        changes={changes}
        isTime={isUpdateTime(name)}
        trend={kind === "number" ? <Sparkline values={trend} /> : null}
        actions={<RowMenu label={name} actions={actions} />}
      />
    );
  },
  // The actions of a row are the same in every render.
  (before, after) => before.value === after.value && before.known === after.known && before.name === after.name,
);

const WIDTH = 96;
const HEIGHT = 22;
const MARGIN = 2;

/** The last numbers of a key as a line; hidden from screen readers, which read the value instead. */
function Sparkline({ values }: { readonly values: readonly number[] }): ReactNode {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const points = values.map((value, index) => {
    const x = MARGIN + (index / (values.length - 1)) * (WIDTH - 2 * MARGIN);
    const share = range === 0 ? 0.5 : (value - low) / range;
    return `${x.toFixed(1)},${(HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)).toFixed(1)}`;
  });
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden focusable="false">
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--mantine-color-anchor)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
