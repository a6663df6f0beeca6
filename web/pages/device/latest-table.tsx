// The latest values as a table; a row renders again only if its value changes.
import { ChartLine, PanelsTopLeft, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { KeyFormat, KeyFormats } from "../../components/chart/key-format.ts";
import { RowMenu } from "../../components/row-menu.tsx";
import { words } from "../../words/words.ts";
import { KeyRow, KeyTable } from "./key-table.tsx";
import { isUpdateTime } from "./update-keys.ts";
import { hasLine, sparkline } from "./sparkline.ts";
import type { LiveKey } from "./use-live-values.ts";
import { kindOfText, type ValueKind } from "./value-kind.ts";

interface LatestTableProps {
  /** The keys to show, in order. */
  readonly rows: readonly string[];
  readonly keys: ReadonlyMap<string, LiveKey>;
  readonly kinds: ReadonlyMap<string, ValueKind>;
  readonly formats: KeyFormats;
  readonly onChart: (key: string) => void;
  /** Undefined for those who have no dashboards of their own; the same in every render, like the other actions. */
  readonly onDashboard: ((key: string, kind: ValueKind) => void) | undefined;
  readonly onDelete: (key: string) => void;
}

const WORDS = words.device.latest;

export function LatestTable({ rows, keys, kinds, formats, ...actions }: LatestTableProps): ReactNode {
  // There is none yet when the page opens.
  const hasTrend = rows.some((key) => hasLine(keys.get(key)?.trend ?? []));
  return (
    <KeyTable label={WORDS.label} hasTrend={hasTrend} actionsWidth={116}>
      {rows.map((key) => {
        const value = keys.get(key);
        return (
          value !== undefined && (
            <Row
              key={key}
              name={key}
              value={value}
              known={kinds.get(key)}
              format={formats.get(key)}
              hasTrend={hasTrend}
              {...actions}
            />
          )
        );
      })}
    </KeyTable>
  );
}

interface RowProps extends Pick<LatestTableProps, "onChart" | "onDashboard" | "onDelete"> {
  readonly name: string;
  readonly value: LiveKey;
  readonly known: ValueKind | undefined;
  readonly format: KeyFormat | undefined;
  /** Whether any row has one. */
  readonly hasTrend: boolean;
}

const Row = memo(
  function Row({ name, value, known, format, hasTrend, onChart, onDashboard, onDelete }: RowProps): ReactNode {
    const { text, ts, changes, trend } = value;
    const kind = kindOfText(text, known);
    const actions = [
      { label: WORDS.showChart, icon: ChartLine, onChosen: () => onChart(name) },
      ...(onDashboard === undefined
        ? []
        : [{ label: WORDS.addToDashboard, icon: PanelsTopLeft, onChosen: () => onDashboard(name, kind) }]),
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
        format={format}
        {...(hasTrend ? { trend: kind === "number" ? <Sparkline trend={trend} /> : null } : {})}
        actions={<RowMenu label={name} actions={actions} />}
      />
    );
  },
  // The actions of a row are the same in every render.
  (before, after) =>
    before.value === after.value &&
    before.known === after.known &&
    before.format === after.format &&
    before.hasTrend === after.hasTrend &&
    before.name === after.name,
);

const BOX = { width: 96, height: 22, margin: 2 };

/** Hidden from screen readers, which read the value instead. */
function Sparkline({ trend }: Pick<LiveKey, "trend">): ReactNode {
  const points = sparkline(trend, BOX);
  if (points === null) return null;
  const { width, height } = BOX;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden focusable="false">
      <polyline
        points={points}
        fill="none"
        stroke="var(--mantine-color-anchor)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
