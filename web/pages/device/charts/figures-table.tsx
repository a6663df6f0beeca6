// The figures of the chart as a table: newest first, page by page.
import { Text } from "@mantine/core";
import { Rows3 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { figureText } from "../../../components/chart/figure-text.ts";
import { plainText } from "../../../components/chart/plain-text.ts";
import { headingOf } from "../../../components/chart/report-cell.ts";
import { DataTable, type Column, type TableState } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Foreign } from "../../../components/foreign.tsx";
import { HOUR, numberFormat, timeFormat } from "../../../words/format.ts";
import { words } from "../../../words/words.ts";
import type { FigureRow, Figures } from "./figures.ts";

const START: TableState = { page: 0, pageSize: 20, sortProperty: null, sortOrder: "DESC" };
const WORDS = words.device.charts.table;
const EXACT = timeFormat({
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: HOUR,
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
const TEXT_MAX = 60;

export function FiguresTable({ figures }: { readonly figures: Figures }): ReactNode {
  const [state, setState] = useState(START);
  const { rows } = figures;
  const columns: readonly Column<FigureRow>[] = [
    {
      id: "time",
      label: WORDS.time,
      cell: ({ ts }) => (
        <time dateTime={new Date(ts).toISOString()} title={new Date(ts).toISOString()} style={{ whiteSpace: "nowrap" }}>
          {EXACT.format(new Date(ts))}
        </time>
      ),
    },
    ...figures.columns.map((name, place) => ({
      id: `${String(place)} ${name}`,
      label: plainText(headingOf({ label: name, unit: figures.formats[place]?.unit ?? "" })),
      align: "right" as const,
      cell: ({ cells }: FigureRow) => (
        <Cell cell={cells[place] ?? null} name={name} decimals={figures.formats[place]?.decimals ?? null} />
      ),
    })),
  ];
  const pages = Math.max(1, Math.ceil(rows.length / state.pageSize));
  const page = Math.min(state.page, pages - 1);
  const end = rows.length - page * state.pageSize;
  return (
    <DataTable<FigureRow>
      label={WORDS.label}
      isWide
      columns={columns}
      rows={rows.slice(Math.max(0, end - state.pageSize), end).toReversed()}
      rowId={({ ts }) => String(ts)}
      totalRows={rows.length}
      state={{ ...state, page }}
      onState={setState}
      empty={<EmptyState icon={Rows3} title={WORDS.empty} />}
    />
  );
}

interface CellProps {
  readonly cell: number | string | null;
  readonly name: string;
  readonly decimals: number | null;
}

function Cell({ cell, name, decimals }: CellProps): ReactNode {
  if (cell === null)
    return (
      <Text size="md" span c="dimmed" aria-label={WORDS.noValue}>
        –
      </Text>
    );
  return typeof cell === "number" ? (
    <span style={{ fontVariantNumeric: "tabular-nums" }}>{numberText(cell, decimals)}</span>
  ) : (
    <Foreign text={cell} label={name} charsMax={TEXT_MAX} />
  );
}

const DIGITS = numberFormat({ maximumSignificantDigits: 10 });

function numberText(value: number, decimals: number | null): string {
  return decimals === null ? DIGITS.format(value) : figureText(value, decimals);
}
