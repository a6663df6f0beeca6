// A table of rows that the server pages and sorts: headings that sort, rows that can be chosen, a line with the
// position in the list. It also shows loading, empty and error states, so that all lists behave alike.
import {
  Box,
  Checkbox,
  Group,
  LoadingOverlay,
  Menu,
  Pagination,
  Paper,
  Select,
  Skeleton,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, ChevronsUpDown, type LucideIcon } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { ProblemAlert } from "./problem-alert.tsx";
import { useIsNarrow } from "./use-is-narrow.ts";
import { words } from "../words/words.ts";

/** `Sort` are the properties that the list can be sorted by; a table without sorting has none. */
export interface Column<Row, Sort extends string = never> {
  readonly id: string;
  readonly label: string;
  /** Null for nothing: a dash in a column of its own that can stand below another, where it is left out. */
  readonly cell: (row: Row) => ReactNode;
  /** The property that the server sorts by; omitted if it cannot. */
  readonly sortBy?: Sort;
  /** Hidden on narrow screens. */
  readonly isMinor?: boolean;
  /** On narrow screens: in the cell of another column, below what that shows, instead of in a column of its own. */
  readonly under?: Under;
  /** What the column is, where its label alone does not say it. */
  readonly about?: string;
  /** For columns that need no visible heading, such as one of buttons. */
  readonly isLabelHidden?: boolean;
  readonly align?: "left" | "right";
  readonly width?: number | string;
}

interface Under {
  /** The id of the other column; if the table does not have it, this one is hidden. */
  readonly column: string;
  /** For what does not say by itself what it is. */
  readonly isLabelled?: boolean;
}

export interface TableState {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly sortProperty: string | null;
  readonly sortOrder: "ASC" | "DESC";
}

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row, string>[];
  /** Undefined while the first page is loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  /** Label of a row's checkbox, such as its name. */
  readonly rowLabel?: (row: Row) => string;
  readonly totalRows: number;
  /** What there is below a short list, if its rows are not what is counted. */
  readonly totalText?: ((total: number) => string) | undefined;
  readonly state: TableState;
  readonly onState: (state: TableState) => void;
  /** The rows of the previous page are shown while the next one is loading. */
  readonly isLoading?: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly chosen?: ReadonlySet<string>;
  readonly onChosen?: (chosen: ReadonlySet<string>) => void;
  readonly onRow?: (row: Row) => void;
  /** Below the rows, such as totals: a `Table.Tfoot`. */
  readonly foot?: ReactNode;
  /** For a number of columns that users choose: scrolls sideways, also by keys. */
  readonly isWide?: boolean;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
}

/** A page of rows as the platform answers. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly totalElements: number;
}

interface PagedRows<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly totalRows: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** The rows of a query. Loaded rows stay if reading again fails. */
export function pagedRows<Row>(query: UseQueryResult<Page<Row>>): PagedRows<Row> {
  return {
    rows: query.data?.data,
    totalRows: query.data?.totalElements ?? 0,
    isLoading: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    onRetry: () => void query.refetch(),
  };
}

const WORDS = words.components.table;
const PAGE_SIZES = ["10", "20", "50", "100"];
/** The smallest page. */
const SHORT_MAX = 10;
const SKELETON_ROWS = 6;
const SCROLLED_BY_KEYS = { viewportProps: { tabIndex: 0 } };

export function DataTable<Row>(given: DataTableProps<Row>): ReactNode {
  const { rows, error, onRetry, empty, totalRows, state, onState, isLoading = false, isWide = false } = given;
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => (isNarrow ? narrowed(given.columns) : given.columns), [isNarrow, given.columns]);
  const props = { ...given, columns };
  if (error !== null && error !== undefined)
    return <ProblemAlert error={error} title={WORDS.failed} {...(onRetry === undefined ? {} : { onRetry })} />;
  if (rows?.length === 0 && totalRows === 0) return <Paper withBorder>{empty}</Paper>;
  return (
    <Paper withBorder pos="relative">
      <LoadingOverlay visible={isLoading && rows !== undefined} overlayProps={{ backgroundOpacity: 0.35 }} />
      <Table.ScrollContainer minWidth={320} scrollAreaProps={isWide ? SCROLLED_BY_KEYS : undefined}>
        <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" aria-label={props.label}>
          <Head {...props} />
          <Table.Tbody>{rows === undefined ? <Waiting {...props} /> : <Body {...props} rows={rows} />}</Table.Tbody>
          {props.foot}
        </Table>
      </Table.ScrollContainer>
      <Footer {...{ state, onState, totalText: given.totalText }} totalRows={rows === undefined ? null : totalRows} />
    </Paper>
  );
}

/** A column as it is shown, with those that are below it. */
interface ShownColumn<Row> extends Column<Row, string> {
  readonly below?: readonly Column<Row, string>[];
}

/** The columns that a narrow screen has room for, with others below them. */
function narrowed<Row>(columns: readonly Column<Row, string>[]): readonly ShownColumn<Row>[] {
  return columns
    .filter(({ isMinor = false, under }) => !isMinor && under === undefined)
    .map((column) => {
      const below = columns.filter(({ isMinor = false, under }) => !isMinor && under?.column === column.id);
      if (below.length === 0) return column;
      return {
        ...column,
        below,
        cell: (row) => (
          <>
            {column.cell(row)}
            {below.map((each) => (
              <Below key={each.id} column={each} row={row} />
            ))}
          </>
        ),
      };
    });
}

/** Texts of the usual size are smaller here, like plain ones. */
const SMALL = { "--mantine-font-size-sm": "var(--mantine-font-size-xs)" };

function Below<Row>({ column: { label, under, cell }, row }: BelowProps<Row>): ReactNode {
  const content = cell(row);
  if (content === null) return null;
  return (
    <Group gap={4} mt={2} c="dimmed" fz="xs" __vars={SMALL}>
      {under?.isLabelled === true && <Text component="span">{label}:</Text>}
      <Box miw={0} flex="1 1 auto">
        {content}
      </Box>
    </Group>
  );
}

interface BelowProps<Row> {
  readonly column: Column<Row, string>;
  readonly row: Row;
}

function Head<Row>({ columns, state, onState, rows, rowId, chosen, onChosen, label }: DataTableProps<Row>): ReactNode {
  const ids = rows?.map(rowId) ?? [];
  const chosenHere = ids.filter((id) => chosen?.has(id) === true).length;
  return (
    <Table.Thead>
      <Table.Tr>
        {chosen !== undefined && (
          <Table.Th w={44}>
            <Checkbox
              aria-label={WORDS.chooseAll(label)}
              disabled={ids.length === 0}
              checked={ids.length > 0 && chosenHere === ids.length}
              indeterminate={chosenHere > 0 && chosenHere < ids.length}
              onChange={(event) => {
                const next = new Set(chosen);
                for (const id of ids)
                  if (event.currentTarget.checked) next.add(id);
                  else next.delete(id);
                onChosen?.(next);
              }}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} state={state} onState={onState} />
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

interface HeadCellProps<Row> {
  readonly column: ShownColumn<Row>;
  readonly state: TableState;
  readonly onState: (state: TableState) => void;
}

function HeadCell<Row>({ column, state, onState }: HeadCellProps<Row>): ReactNode {
  const { label, about, isLabelHidden = false, align, width, below = [] } = column;
  const sortable = [column, ...below].filter(({ sortBy }) => sortBy !== undefined);
  const sorted = sortable.find(({ sortBy }) => state.sortProperty === sortBy);
  const Icon = orderIcon(state, sorted);
  const sort = sorted === undefined ? undefined : state.sortOrder === "ASC" ? "ascending" : "descending";
  const sortBy = (chosen: Column<Row, string>): void => {
    const sortOrder = chosen === sorted && state.sortOrder === "ASC" ? "DESC" : "ASC";
    onState({ ...state, page: 0, sortProperty: chosen.sortBy ?? null, sortOrder });
  };
  const sortedBelow = sorted === column ? undefined : sorted;
  const button = (onClick?: () => void): ReactNode => (
    <UnstyledButton fw={700} fz="sm" ta={align} onClick={onClick}>
      {sortedBelow === undefined ? (
        <Ordered label={label} icon={Icon} />
      ) : (
        <>
          {label}
          {/* What is below in the rows is below in the heading too: an arrow beside the label would be wrong. */}
          <Box fw={500} fz="xs" c="dimmed">
            <Ordered label={sortedBelow.label} icon={Icon} />
          </Box>
        </>
      )}
    </UnstyledButton>
  );
  return (
    <Table.Th w={width} title={about} ta={align} aria-sort={sort} style={{ whiteSpace: "nowrap" }}>
      {sortable.length === 0 ? (
        isLabelHidden ? (
          <VisuallyHidden>{label}</VisuallyHidden>
        ) : (
          label
        )
      ) : below.some((each) => sortable.includes(each)) ? (
        <SortMenu target={button()} {...{ sortable, sorted, sortBy, state }} />
      ) : (
        button(() => sortBy(column))
      )}
    </Table.Th>
  );
}

function Ordered({ label, icon: Icon }: { readonly label: string; readonly icon: LucideIcon }): ReactNode {
  return (
    <Group gap={4} wrap="nowrap">
      {label}
      <Icon size={14} />
    </Group>
  );
}

interface SortMenuProps<Row> {
  readonly target: ReactNode;
  readonly sortable: readonly Column<Row, string>[];
  readonly sorted: Column<Row, string> | undefined;
  readonly sortBy: (column: Column<Row, string>) => void;
  readonly state: TableState;
}

/** For a heading that has other columns below it. */
function SortMenu<Row>({ target, sortable, sorted, sortBy, state }: SortMenuProps<Row>): ReactNode {
  return (
    <Menu position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{WORDS.sortBy}</Menu.Label>
        {sortable.map((column) => {
          const Icon = orderIcon(state, column === sorted ? column : undefined);
          return (
            <Menu.Item
              key={column.id}
              leftSection={<Icon size={14} />}
              aria-current={column === sorted || undefined}
              fw={column === sorted ? 600 : undefined}
              onClick={() => sortBy(column)}
            >
              {column.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function orderIcon({ sortOrder }: TableState, sorted: object | undefined): LucideIcon {
  return sorted === undefined ? ChevronsUpDown : sortOrder === "ASC" ? ArrowUp : ArrowDown;
}

function Body<Row>(props: DataTableProps<Row> & { readonly rows: readonly Row[] }): ReactNode {
  const { rows, columns, rowId, rowLabel, chosen, onChosen, onRow } = props;
  return rows.map((row) => {
    const id = rowId(row);
    return (
      <Table.Tr
        key={id}
        style={onRow === undefined ? undefined : { cursor: "pointer" }}
        onClick={onRow === undefined ? undefined : () => onRow(row)}
      >
        {chosen !== undefined && (
          <Table.Td onClick={(event) => event.stopPropagation()}>
            <Checkbox
              aria-label={WORDS.choose(rowLabel?.(row) ?? id)}
              checked={chosen.has(id)}
              onChange={(event) => {
                const next = new Set(chosen);
                if (event.currentTarget.checked) next.add(id);
                else next.delete(id);
                onChosen?.(next);
              }}
            />
          </Table.Td>
        )}
        <Cells columns={columns} row={row} />
      </Table.Tr>
    );
  });
}

interface CellsProps<Row> {
  readonly columns: readonly Column<Row, string>[];
  readonly row: Row;
}

/** Rendered again only if the row has changed: typing in the search renders the same rows many times. */
function Cells<Row>({ columns, row }: CellsProps<Row>): ReactNode {
  return useMemo(
    () =>
      columns.map((column) => (
        <Table.Td key={column.id} ta={column.align}>
          {column.cell(row) ?? (column.under === undefined ? null : "–")}
        </Table.Td>
      )),
    [columns, row],
  );
}

function Waiting<Row>({ columns, chosen }: DataTableProps<Row>): ReactNode {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <Table.Tr key={index}>
      {chosen !== undefined && <Table.Td />}
      {columns.map(({ id }) => (
        <Table.Td key={id}>
          <Skeleton height={14} radius="sm" />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

interface FooterProps extends Pick<DataTableProps<never>, "state" | "onState" | "totalText"> {
  /** Null while unknown. */
  readonly totalRows: number | null;
}

function Footer({ state, onState, totalRows, totalText = WORDS.rows }: FooterProps): ReactNode {
  const { page, pageSize } = state;
  // Such a list has one page, however many rows a page has. A list of unknown length may be one.
  const isShort = page === 0 && (totalRows ?? 0) <= SHORT_MAX;
  return (
    <Group justify="space-between" px="md" py="xs">
      <Text c="dimmed" role="status">
        {totalRows === null ? "" : isShort ? totalText(totalRows) : placeWords(page, pageSize, totalRows)}
      </Text>
      {!isShort && <Pager {...{ state, onState, totalRows }} />}
    </Group>
  );
}

function Pager({ state, onState, totalRows }: FooterProps): ReactNode {
  const isNarrow = useIsNarrow();
  const { page, pageSize } = state;
  const pages = Math.max(1, Math.ceil((totalRows ?? 0) / pageSize));
  const edge = (control: keyof typeof WORDS.pages): object =>
    edgeProps(control, (control === "next" ? pages - 1 : 0) === page);
  const place = {
    total: pages,
    value: page + 1,
    onChange: (next: number) => {
      if (next - 1 !== page) onState({ ...state, page: next - 1 });
    },
  };
  // There is no room for the number of each page.
  if (isNarrow)
    return (
      <Pagination.Root size="sm" {...place}>
        <Group gap="xs" wrap="nowrap">
          <Pagination.Previous {...edge("previous")} />
          <Text>{WORDS.page(page + 1, pages)}</Text>
          <Pagination.Next {...edge("next")} />
        </Group>
      </Pagination.Root>
    );
  return (
    <Group gap="sm">
      <Select
        aria-label={WORDS.rowsPerPage}
        size="xs"
        w={74}
        data={PAGE_SIZES}
        value={String(pageSize)}
        onChange={(value) => onState({ ...state, page: 0, pageSize: Number(value ?? pageSize) })}
      />
      <Pagination size="sm" {...place} siblings={1} boundaries={1} getControlProps={edge} />
    </Group>
  );
}

/** At the end of the list the button does nothing; a disabled button would lose the focus. */
function edgeProps(control: keyof typeof WORDS.pages, isAtEnd: boolean): object {
  return {
    "aria-label": WORDS.pages[control],
    "aria-disabled": isAtEnd || undefined,
    disabled: false,
    mod: { disabled: isAtEnd },
  };
}

function placeWords(page: number, pageSize: number, totalRows: number): string {
  const first = totalRows === 0 ? 0 : page * pageSize + 1;
  const last = Math.min(totalRows, (page + 1) * pageSize);
  return WORDS.place(first, last, totalRows);
}
