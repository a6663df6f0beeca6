// A pivot table on the page: headings on two sides that stay in sight, figures in the colours of their values.
import { isLightColor, Paper, Table, Text } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { words } from "../../words/words.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import { colorOf } from "./cell-style.ts";
import { scaledColor, type ColorScale } from "./color-scale.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Pivot, PivotHead } from "./pivot.ts";
import classes from "./pivot-table.module.css";
import { cellText, headingOf, MISSING, type ReportColumn } from "./report-cell.ts";

interface PivotTableProps {
  readonly pivot: Pivot;
  /** For each value. */
  readonly scales: readonly (ColorScale | null)[];
  readonly label: string;
  readonly maxHeight: number | string;
}

/** Scrolled by keys, too. Where it goes on, it has a bar and fades. */
const SCROLLED = {
  type: "auto",
  viewportProps: { tabIndex: 0 },
  classNames: { viewport: classes["scrolled"] ?? "" },
} as const;

export function PivotTable({ pivot, scales, label, maxHeight }: PivotTableProps): ReactNode {
  const { side, across, values, heads, partial, rows } = pivot;
  const hasValueRow = values.length > 1;
  const headRows = heads.length + (hasValueRow ? 1 : 0);
  const [only] = values;
  /** Of columns of figures: fainter, as bars of such intervals are. */
  const isPartial = (start: number, span: number): boolean => {
    const each = Math.max(1, values.length);
    return partial.slice(Math.floor(start / each), Math.ceil((start + span) / each)).every((one) => one);
  };
  const columns = across.map(({ label: name }) => name).join(", ");
  const isNarrow = useIsNarrow();
  const startsAtEnd = isNarrow && across[0]?.type === "time";
  const viewport = useRef<HTMLDivElement>(null);
  // A phone has room for one or two columns: of times, the newest. The others are scrolled to.
  useEffect(() => {
    if (startsAtEnd && viewport.current !== null) viewport.current.scrollLeft = viewport.current.scrollWidth;
  }, [startsAtEnd]);
  return (
    <Paper withBorder className={classes["frame"] ?? ""}>
      {only !== undefined && (
        <Text size="xs" c="dimmed" px="md" pt="xs" className="foreign">
          {hasValueRow ? words.charts.pivot.across(columns) : words.charts.pivot.figureBy(measureText(only), columns)}
        </Text>
      )}
      <Table.ScrollContainer
        minWidth={320}
        maxHeight={maxHeight}
        scrollAreaProps={{ ...SCROLLED, viewportRef: viewport }}
      >
        <Table
          aria-label={label}
          withColumnBorders
          highlightOnHover
          stickyHeader
          verticalSpacing="xs"
          horizontalSpacing="md"
        >
          <Table.Thead>
            {heads.map((row, level) => (
              <Table.Tr key={level}>
                {level === 0 &&
                  side.map((column, place) => (
                    <Table.Th
                      key={column.id}
                      rowSpan={headRows}
                      scope="col"
                      className={`foreign ${place === 0 ? (classes["first"] ?? "") : ""}`}
                      style={{ verticalAlign: "bottom" }}
                    >
                      {headingOf(column)}
                    </Table.Th>
                  ))}
                {startsOf(row).map(({ text, fullText, span, start }, place) => (
                  <Table.Th
                    key={place}
                    colSpan={span}
                    scope={span > 1 ? "colgroup" : "col"}
                    ta={span > 1 ? "left" : "right"}
                    className="foreign"
                    title={headTitle(`${across[level]?.label ?? ""}: ${fullText}`, isPartial(start, span))}
                    style={{ verticalAlign: "bottom" }}
                  >
                    <Text span inherit c={isPartial(start, span) ? "dimmed" : undefined} className={classes["head"]}>
                      {text}
                    </Text>
                  </Table.Th>
                ))}
              </Table.Tr>
            ))}
            {hasValueRow && (
              <Table.Tr>
                {(heads.at(-1) ?? []).flatMap((_, group) =>
                  values.map((column) => (
                    <Table.Th key={`${group} ${column.id}`} scope="col" ta="right" fw={500} className="foreign">
                      {headingOf(column)}
                    </Table.Th>
                  )),
                )}
              </Table.Tr>
            )}
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ names, cells }, number) => (
              <Table.Tr key={number}>
                {names.map((name, place) => (
                  <Table.Th
                    key={place}
                    scope="row"
                    className={`foreign ${classes["name"] ?? ""} ${place === 0 ? (classes["first"] ?? "") : ""}`}
                    title={name}
                  >
                    {name}
                  </Table.Th>
                ))}
                {cells.map((cell, place) => (
                  <PivotCell
                    key={place}
                    cell={cell}
                    column={values[place % values.length]}
                    scale={scales[place % values.length] ?? null}
                    isPartial={isPartial(place, 1)}
                  />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

/** With the place of the first column of figures below each. */
function startsOf(row: readonly PivotHead[]): readonly (PivotHead & { readonly start: number })[] {
  let next = 0;
  return row.map((head) => {
    const start = next;
    next += head.span;
    return { ...head, start };
  });
}

function headTitle(text: string, isPartial: boolean): string {
  return isPartial ? `${text}. ${words.charts.partOfInterval}` : text;
}

/** Within a line of words: like "Energy used (kWh)". */
function measureText(column: ReportColumn): string {
  const { label, unit } = column;
  return headingOf(column) === label ? label : `${label} (${unit})`;
}

interface PivotCellProps {
  readonly cell: unknown;
  readonly column: ReportColumn | undefined;
  readonly scale: ColorScale | null;
  readonly isPartial: boolean;
}

function PivotCell({ cell, column, scale, isPartial }: PivotCellProps): ReactNode {
  const text = column === undefined ? MISSING : cellText(cell, column);
  const color = colorOf(column?.style, cell);
  const amount = drawnNumber(cell);
  const ground = color === null && scale !== null && amount !== null ? scaledColor(scale, amount) : null;
  return (
    <Table.Td
      ta="right"
      className="foreign"
      bg={ground ?? undefined}
      c={ground === null ? undefined : isLightColor(ground) ? "black" : "white"}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      {color === null ? (
        <Text span inherit c={ground === null && (text === MISSING || isPartial) ? "dimmed" : undefined}>
          {text}
        </Text>
      ) : (
        <Text span inherit px={6} py={2} bg={`var(--mantine-color-${color}-light)`} bdrs="sm">
          {text}
        </Text>
      )}
    </Table.Td>
  );
}
