// A list of entities: read page by page, with search, sort order and page in the address, a menu for each row, a dialog
// that creates an entity, and bulk actions. `EntityListPage` is the list as a page of its own.
import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus, SearchX, X, type LucideIcon } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { BusyButton } from "../components/busy-button.tsx";
import { DataTable, pagedRows, type Column, type Page } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { RowMenu, type RowAction } from "../components/row-menu.tsx";
import { SearchBox } from "../components/search-box.tsx";
import { useIsNarrow } from "../components/use-is-narrow.ts";
import { words } from "../words/words.ts";
import { useAction } from "./use-action.ts";
import { textOf, useAddress, useListState, type ListQuery } from "./list-state.ts";

/** What a row or a page is about. */
export type Noun = keyof typeof words.app.nouns;

interface Entity {
  readonly id: string | { readonly id: string };
}

function idOf({ id }: Entity): string {
  return typeof id === "string" ? id : id.id;
}

export type PageRead<Row> = Pick<UseQueryOptions<Page<Row>>, "queryKey" | "queryFn" | "refetchInterval" | "staleTime">;

/** The chosen rows are those of the moment when they were chosen: what comes to match later is not among them. */
export interface Chosen<Row> {
  readonly rows: readonly Row[];
  readonly clear: () => void;
  /** A button that chooses all others too, if there are some. */
  readonly chooseAll: ReactNode;
}

interface Creation {
  /** The label of the button, such as "New customer". */
  readonly label: string;
  readonly dialog: (close: () => void) => ReactNode;
}

export interface EntityListProps<Row, Sort extends string> {
  readonly noun: Noun;
  readonly icon: LucideIcon;
  readonly columns: readonly Column<Row, Sort>[];
  readonly nameOf: (row: Row) => string;
  /** The property and order that the list is initially sorted by. */
  readonly sort: NoInfer<Sort>;
  readonly order?: "ASC" | "DESC";
  readonly read: (query: ListQuery<NoInfer<Sort>>) => PageRead<Row>;
  /** The label of the search; omitted if the platform cannot search. */
  readonly search?: string;
  /** After the search. */
  readonly filters?: ReactNode;
  /** Their names in the address. */
  readonly filterNames?: readonly string[];
  /** At the other end of the line with the search. */
  readonly aside?: ReactNode;
  /** Where a click on a row leads. */
  readonly pathOf?: (row: Row) => string;
  readonly actionsOf?: (row: Row) => readonly RowAction[];
  readonly create?: Creation;
  /** For chosen rows, on this page of the list or on others. */
  readonly bulk?: ((chosen: Chosen<Row>) => ReactNode) | undefined;
  /** Reads every row that the search finds, to choose all of them. */
  readonly readAll?: (search: string, signal: AbortSignal) => Promise<readonly Row[]>;
  /** For a number of columns that users choose: scrolls sideways. */
  readonly isWide?: boolean;
  /** As of `DataTable`. */
  readonly totalText?: (total: number) => string;
  /** Above the list, about the rows of this page of it. */
  readonly notice?: (rows: readonly Row[]) => ReactNode;
  /** Shown for an empty list. */
  readonly empty: { readonly title: string; readonly text?: ReactNode; readonly action?: ReactNode };
  /** Below the list. */
  readonly children?: ReactNode;
}

export function EntityList<Row extends Entity, Sort extends string>(props: EntityListProps<Row, Sort>): ReactNode {
  const aside = (
    <Group gap="sm">
      {props.aside}
      <CreateButton create={props.create} />
    </Group>
  );
  return <List {...props} aside={aside} />;
}

interface EntityListPageProps<Row, Sort extends string> extends EntityListProps<Row, Sort> {
  readonly title: string;
  readonly description: ReactNode;
  /** Beside the main action. */
  readonly actions?: ReactNode;
  /** In place of the button that creates. */
  readonly mainAction?: ReactNode;
}

export function EntityListPage<Row extends Entity, Sort extends string>(
  props: EntityListPageProps<Row, Sort>,
): ReactNode {
  const { title, description, actions, create, mainAction = <CreateButton create={create} />, ...list } = props;
  const isNarrow = useIsNarrow();
  const buttons = (
    <>
      {/* On a phone the main action comes first. */}
      {isNarrow && mainAction}
      {actions}
      {!isNarrow && mainAction}
    </>
  );
  return (
    <>
      <PageHeader title={title} description={description} actions={buttons} />
      <List {...list} create={create} />
    </>
  );
}

function List<Row extends Entity, Sort extends string>(props: EntityListProps<Row, Sort>): ReactNode {
  const { noun, columns, nameOf, sort, order, read, search, pathOf, actionsOf, create, bulk, readAll } = props;
  const { filterNames = [] } = props;
  const sortable = columns.flatMap(({ sortBy }) => sortBy ?? []);
  const list = useListState({ sortable, sort, ...(order === undefined ? {} : { order }) });
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const page = useQuery({ ...read(list.query), placeholderData: keepPreviousData });
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const narrowing = JSON.stringify([list.text, ...filterNames.map((name) => textOf(address, name))]);
  const [chosenAmong, setChosenAmong] = useState(narrowing);
  // Nobody deletes rows that a filter has hidden.
  if (narrowing !== chosenAmong) {
    setChosenAmong(narrowing);
    setChosen(new Map());
  }
  const rows = page.data?.data ?? [];
  const total = page.data?.totalElements ?? 0;
  const searchFor = (text: string): void => {
    // Read immediately: the page follows its address, which takes longer than the answer. The page also shows a
    // failure.
    void queries.query(read(list.queryFor(text))).catch(() => undefined);
    list.onText(text);
  };
  const choose = (ids: ReadonlySet<string>): void => {
    // Rows of other pages stay chosen.
    const known = new Map([...chosen, ...rows.map((row) => [idOf(row), row] as const)]);
    setChosen(new Map([...known].filter(([id]) => ids.has(id))));
  };
  const menu: Column<Row> = {
    id: "actions",
    label: words.app.actionsOfRow,
    isLabelHidden: true,
    width: 56,
    align: "right",
    cell: (row) => <RowMenu label={nameOf(row)} actions={actionsOf?.(row) ?? []} />,
  };
  const isNarrowed = list.text !== "" || filterNames.some((name) => textOf(address, name) !== "");
  const clear = Object.fromEntries(["q", "page", ...filterNames].map((name) => [name, undefined]));
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group
          gap="xs"
          align="flex-end"
          role="search"
          aria-label={words.app.nouns[noun].many}
          w={{ base: "100%", sm: "auto" }}
        >
          {search !== undefined && <SearchBox label={search} text={list.text} onText={searchFor} pauseMillis={0} />}
          {props.filters}
          {isNarrowed && filterNames.length > 0 && (
            <Button variant="subtle" color="gray" leftSection={<X />} onClick={() => change(clear)}>
              {words.app.clearFilters}
            </Button>
          )}
        </Group>
        {props.aside}
      </Group>
      {props.notice?.(rows)}
      {chosen.size > 0 &&
        bulk?.({
          rows: [...chosen.values()],
          clear: () => setChosen(new Map()),
          chooseAll: readAll !== undefined && chosen.size < total && (
            <ChooseAll
              key={narrowing}
              total={total}
              isNarrowed={isNarrowed}
              read={(signal) => readAll(list.text, signal)}
              onRead={(all) => setChosen(new Map(all.map((row) => [idOf(row), row])))}
            />
          ),
        })}
      <DataTable<Row>
        label={words.app.nouns[noun].many}
        columns={actionsOf === undefined ? columns : [...columns, menu]}
        {...pagedRows(page)}
        rowId={idOf}
        rowLabel={nameOf}
        state={list.table}
        onState={list.onTable}
        onRow={pathOf === undefined ? undefined : (row) => void navigate({ to: pathOf(row) })}
        chosen={bulk === undefined ? undefined : new Set(chosen.keys())}
        onChosen={choose}
        isWide={props.isWide}
        totalText={props.totalText}
        empty={isNarrowed ? <NoMatch noun={noun} /> : <Empty {...props} />}
      />
      {props.children}
      {create !== undefined && textOf(address, "new") !== "" && create.dialog(() => change({ new: undefined }))}
    </Stack>
  );
}

interface ChooseAllProps<Row> {
  readonly total: number;
  readonly isNarrowed: boolean;
  readonly read: (signal: AbortSignal) => Promise<readonly Row[]>;
  readonly onRead: (rows: readonly Row[]) => void;
}

/** Gone with another search or filter, and with it what was being read. */
function ChooseAll<Row>({ total, isNarrowed, read, onRead }: ChooseAllProps<Row>): ReactNode {
  const [stopper] = useState(() => new AbortController());
  useEffect(() => () => stopper.abort(), [stopper]);
  const reading = useAction({
    call: () => read(stopper.signal),
    failed: words.app.notChosen,
    onDone: (rows) => {
      if (!stopper.signal.aborted) onRead(rows);
    },
  });
  return (
    <BusyButton size="compact-sm" variant="subtle" isBusy={reading.isPending} onClick={() => reading.run()}>
      {words.app.selectAll(total, isNarrowed)}
    </BusyButton>
  );
}

function CreateButton({ create }: { readonly create: Creation | undefined }): ReactNode {
  const { change } = useAddress();
  if (create === undefined) return null;
  return (
    <Button leftSection={<Plus />} onClick={() => change({ new: 1 })}>
      {create.label}
    </Button>
  );
}

/** The button that creates is above, whether the list is empty or not. */
function Empty<Row, Sort extends string>({ icon, empty }: EntityListProps<Row, Sort>): ReactNode {
  return (
    <EmptyState icon={icon} title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}

function NoMatch({ noun }: { readonly noun: Noun }): ReactNode {
  return (
    <EmptyState icon={SearchX} title={words.app.nouns[noun].noMatch}>
      {words.app.noMatchText}
    </EmptyState>
  );
}
