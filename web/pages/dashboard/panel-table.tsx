// The rows of a panel, sorted by the page: all that fit into a panel, without pages.
import { Group, Table, Text, UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, useMemo, useState, type ReactNode } from "react";
import { headingOf, type Report, type ReportColumn } from "../../components/chart/report-cell.ts";
import { ReportCell } from "../view/report-table.tsx";
import { sortedRows } from "../view/sort-rows.ts";
import { words } from "../../words/words.ts";

/** More rows are for the view, which has pages. */
const ROWS_MAX = 500;
/** With less, words break in the middle; the panel is scrolled sideways instead. */
const COLUMN_PIXELS_MIN = 84;

interface Order {
  readonly place: number;
  readonly direction: "ASC" | "DESC";
}

export function PanelTable({ report, label }: { readonly report: Report; readonly label: string }): ReactNode {
  const { columns, rows } = report;
  const [order, setOrder] = useState<Order | null>(null);
  const described = useMemo(() => JSON.stringify(columns), [columns]);
  const filled = useMemo(() => Map.groupBy(report.filled, ([row]) => row), [report]);
  const shown = useMemo(() => {
    const numbered = rows.map((cells, place) => ({ place, cells }));
    return (order === null ? numbered : sortedRows(numbered, order.place, order.direction)).slice(0, ROWS_MAX);
  }, [rows, order]);
  return (
    <>
      <Table aria-label={label} stickyHeader verticalSpacing={6} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, place) => {
              const direction = order?.place === place ? order.direction : null;
              const Icon = direction === "DESC" ? ArrowDown : ArrowUp;
              return (
                <Table.Th
                  key={column.id}
                  miw={COLUMN_PIXELS_MIN}
                  ta={column.type === "number" ? "right" : "left"}
                  aria-sort={direction === null ? undefined : direction === "ASC" ? "ascending" : "descending"}
                >
                  <UnstyledButton
                    fw={600}
                    fz="sm"
                    className="foreign"
                    onClick={() => setOrder({ place, direction: direction === "ASC" ? "DESC" : "ASC" })}
                  >
                    <Group gap={4} wrap="nowrap">
                      {headingOf(column)}
                      {direction !== null && <Icon size={14} />}
                    </Group>
                  </UnstyledButton>
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ place: row, cells }) => (
            <PanelRow
              key={row}
              cells={cells}
              columns={columns}
              described={described}
              filled={(filled.get(row) ?? []).flatMap(([, column]) => column ?? [])}
            />
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > ROWS_MAX && (
        <Text c="dimmed" mt="xs" role="note">
          {words.dashboard.panel.firstRows(ROWS_MAX, rows.length)}
        </Text>
      )}
    </>
  );
}

interface PanelRowProps {
  readonly cells: readonly unknown[];
  readonly columns: readonly ReportColumn[];
  /** The same for columns that are the same. */
  readonly described: string;
  /** Places of cells. */
  readonly filled: readonly number[];
}

/** Drawn again only if it has changed: values come to a few of hundreds of rows. */
const PanelRow = memo(
  function PanelRow({ cells, columns, filled }: PanelRowProps): ReactNode {
    return (
      <Table.Tr>
        {columns.map((column, place) => (
          <Table.Td key={column.id} ta={column.type === "number" ? "right" : "left"}>
            <ReportCell cell={cells[place]} column={column} isFilled={filled.includes(place)} />
          </Table.Td>
        ))}
      </Table.Tr>
    );
  },
  (before, { cells, described, filled }) =>
    described === before.described && areSame(cells, before.cells) && areSame(filled, before.filled),
);

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, place) => Object.is(one, others[place]));
}
