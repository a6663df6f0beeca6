// The rows of a report; cells that gap filling made up are told apart.
import { Paper, Table, Text, Tooltip } from "@mantine/core";
import { Rows3 } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { DataTable, type Column, type TableState } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { cellText, type Report, type ReportColumn } from "./report-cell.ts";

interface Row {
  readonly place: number;
  readonly cells: readonly unknown[];
}

const START: TableState = { page: 0, pageSize: 50, sortProperty: null, sortOrder: "ASC" };

export function ReportTable({
  report,
  isLoading,
}: {
  readonly report: Report;
  readonly isLoading: boolean;
}): ReactNode {
  const [state, setState] = useState(START);
  const filled = useMemo(() => new Set(report.filled.map(([row, column]) => `${row} ${column}`)), [report]);
  const columns: readonly Column<Row>[] = report.columns.map((column, place) => ({
    id: column.id,
    label: column.unit === "" ? column.label : `${column.label}, ${column.unit}`,
    align: column.type === "number" ? ("right" as const) : ("left" as const),
    cell: ({ place: row, cells }: Row) => (
      <Cell cell={cells[place]} column={column} isFilled={filled.has(`${row} ${place}`)} />
    ),
  }));
  const rows = report.rows.map((cells, place) => ({ place, cells }));
  // After another run there may be fewer pages.
  const page = Math.min(state.page, Math.max(0, Math.ceil(rows.length / state.pageSize) - 1));
  return (
    <>
      <DataTable
        label="rows of the report"
        columns={columns}
        rows={rows.slice(page * state.pageSize, (page + 1) * state.pageSize)}
        rowId={({ place }) => String(place)}
        totalRows={rows.length}
        state={{ ...state, page }}
        onState={setState}
        isLoading={isLoading}
        empty={
          <EmptyState icon={Rows3} title="The report has no rows">
            No device has values of this kind in this range. Choose a longer one.
          </EmptyState>
        }
      />
      {report.totals.length > 0 && <Totals report={report} />}
    </>
  );
}

function Cell({ cell, column, isFilled }: { cell: unknown; column: ReportColumn; isFilled: boolean }): ReactNode {
  const text = cellText(cell, column);
  if (!isFilled) return <Foreign text={text} label={column.label} />;
  return (
    <Tooltip label="Nothing was measured here; the view fills such gaps">
      <Text span inherit fs="italic" c="dimmed">
        {text === "" ? "–" : text}
      </Text>
    </Tooltip>
  );
}

function Totals({ report }: { readonly report: Report }): ReactNode {
  return (
    <Paper withBorder p="md">
      <Table aria-label="Totals">
        <Table.Thead>
          <Table.Tr>
            {report.columns.map(({ id, label }) => (
              <Table.Th key={id}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.totals.map(({ cells }, place) => (
            <Table.Tr key={place}>
              {report.columns.map((column, index) => (
                <Table.Td key={column.id} fw={600} className="foreign">
                  {cellText(cells[index], column)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
