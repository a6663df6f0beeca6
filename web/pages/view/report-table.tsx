// The rows of a report, sorted and paged by the page; gap-filled cells are marked, and totals are at the bottom.
import { Table, Text, Tooltip } from "@mantine/core";
import { Rows3 } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { DataTable, type Column, type TableState } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { colorOf } from "../../components/chart/cell-style.ts";
import { cellText, headingOf, MISSING, type Report, type ReportColumn } from "../../components/chart/report-cell.ts";
import { sortedRows, type ReportRow } from "./sort-rows.ts";
import { words } from "../../words/words.ts";

const texts = words.view.report;

interface ReportTableProps {
  readonly report: Report;
  readonly isLoading: boolean;
  readonly state: TableState;
  readonly onState: (state: TableState) => void;
}

export function ReportTable({ report, isLoading, state, onState }: ReportTableProps): ReactNode {
  const filled = useMemo(() => new Set(report.filled.map(([row, column]) => `${row} ${column}`)), [report]);
  const columns: readonly Column<ReportRow, string>[] = report.columns.map((column, place) => ({
    id: column.id,
    label: headingOf(column),
    sortBy: column.id,
    align: column.type === "number" ? ("right" as const) : ("left" as const),
    cell: ({ place: row, cells }: ReportRow) => (
      <ReportCell cell={cells[place]} column={column} isFilled={filled.has(`${row} ${place}`)} />
    ),
  }));
  const sortedBy = report.columns.findIndex(({ id }) => id === state.sortProperty);
  const rows = useMemo(() => {
    const numbered = report.rows.map((cells, place) => ({ place, cells }));
    return sortedBy < 0 ? numbered : sortedRows(numbered, sortedBy, state.sortOrder);
  }, [report, sortedBy, state.sortOrder]);
  // Another run may have fewer pages.
  const page = Math.min(state.page, Math.max(0, Math.ceil(rows.length / state.pageSize) - 1));
  return (
    <DataTable
      label={texts.rows}
      columns={columns}
      rows={rows.slice(page * state.pageSize, (page + 1) * state.pageSize)}
      rowId={({ place }) => String(place)}
      totalRows={rows.length}
      state={{ ...state, page }}
      onState={onState}
      isLoading={isLoading}
      foot={<Totals report={report} />}
      empty={
        <EmptyState icon={Rows3} title={texts.emptyTitle}>
          {report.meta.newestTs === null ? texts.empty : texts.emptyRange}
        </EmptyState>
      }
    />
  );
}

export function ReportCell({
  cell,
  column,
  isFilled,
}: {
  cell: unknown;
  column: ReportColumn;
  isFilled: boolean;
}): ReactNode {
  if (isFilled)
    return (
      <Tooltip label={texts.filled}>
        <Text span inherit fs="italic" c="dimmed">
          {cellText(cell, column)}
        </Text>
      </Tooltip>
    );
  if (column.type === "time" && typeof cell === "number")
    return (
      <Text span inherit style={{ whiteSpace: "nowrap" }}>
        <Moment ts={cell} never={MISSING} style="exact" />
      </Text>
    );
  if (cell === null || cell === undefined)
    return (
      <Text span inherit c="dimmed">
        {MISSING}
      </Text>
    );
  const color = colorOf(column.style, cell);
  const text = <Foreign text={cellText(cell, column)} label={column.label} />;
  return color === null ? (
    text
  ) : (
    <Text span inherit px={6} py={2} bg={`var(--mantine-color-${color}-light)`} bdrs="sm">
      {text}
    </Text>
  );
}

/** The platform computes totals from the samples, so the total of an average is the average of all samples. */
function Totals({ report: { columns, totals } }: { readonly report: Report }): ReactNode {
  if (totals.length === 0) return null;
  return (
    <Table.Tfoot>
      {totals.map(({ groupedBy, cells }, row) => (
        <Table.Tr key={row}>
          {columns.map((column, place) => (
            <Table.Td key={column.id} ta={column.type === "number" ? "right" : "left"} fw={600} className="foreign">
              {totalText(cells[place], column, place === 0 ? groupedBy.length : null)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tfoot>
  );
}

/** The first cell of the grand total holds its name. */
function totalText(cell: unknown, column: ReportColumn, grouped: number | null): string {
  if (cell === null || cell === undefined) return grouped === 0 ? texts.total : "";
  return cellText(cell, column);
}
