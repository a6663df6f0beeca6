// A table of keys with their values, for the tabs of attributes and of latest values; changes are highlighted for a
// moment.
import { Badge, Box, Code, Group, Table, Text, VisuallyHidden, Paper, Skeleton } from "@mantine/core";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { textOf, useAddress } from "../../app/list-state.ts";
import type { KeyFormat } from "../../components/chart/key-format.ts";
import { CopyIcon } from "../../components/copy-text.tsx";
import { Moment } from "../../components/moment.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { SearchBox } from "../../components/search-box.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { words } from "../../words/words.ts";
import classes from "./device.module.css";
import { numberOfText } from "./number-of-text.ts";
import type { ValueKind } from "./value-kind.ts";

const WORDS = words.device.keys;

interface KeySearchProps {
  /** Such as "Search keys". */
  readonly label: string;
}

/** Filters keys by the search text in the address. */
export function useKeySearch(): (key: string) => boolean {
  const wanted = textOf(useAddress().address, "q").toLowerCase();
  return (key) => key.toLowerCase().includes(wanted);
}

export function KeySearch({ label }: KeySearchProps): ReactNode {
  const { address, type } = useAddress();
  const onText = (text: string): void => type({ q: text === "" ? undefined : text });
  return <SearchBox label={label} text={textOf(address, "q")} pauseMillis={0} onText={onText} />;
}

interface KeyListProps {
  /** What is said about the rows. */
  readonly texts: { readonly loading: string; readonly noMatch: string };
  /** Number of all keys; null while they are being read. */
  readonly total: number | null;
  readonly found: number;
  readonly empty: ReactNode;
  /** The table. */
  readonly children: ReactNode;
}

export function KeyList({ texts, total, found, empty, children }: KeyListProps): ReactNode {
  return (
    <Paper withBorder>
      {total === null && <Skeleton height={160} role="status" aria-label={texts.loading} />}
      {total === 0 && empty}
      {total !== null && total > 0 && found === 0 && (
        <EmptyState icon={SearchX} title={texts.noMatch}>
          {WORDS.tryAnother}
        </EmptyState>
      )}
      {found > 0 && children}
    </Paper>
  );
}

interface KeyTableProps {
  readonly label: string;
  readonly hasTrend?: boolean;
  /** Width of the last column, in pixels. */
  readonly actionsWidth: number;
  readonly children: ReactNode;
}

export function KeyTable({ label, hasTrend = false, actionsWidth, children }: KeyTableProps): ReactNode {
  const isNarrow = useIsNarrow();
  return (
    <Table layout="fixed" highlightOnHover verticalSpacing="xs" horizontalSpacing="md" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={isNarrow ? undefined : { base: "38%", md: "26%" }}>
            {isNarrow ? WORDS.keyAndValue : WORDS.key}
          </Table.Th>
          {!isNarrow && <Table.Th>{WORDS.value}</Table.Th>}
          {hasTrend && (
            <Table.Th visibleFrom="sm" w={130}>
              {WORDS.trend}
            </Table.Th>
          )}
          <Table.Th visibleFrom="md" w={130}>
            {WORDS.type}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={150}>
            {WORDS.updated}
          </Table.Th>
          <Table.Th w={actionsWidth}>
            <VisuallyHidden>{WORDS.actions}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}

interface KeyRowProps {
  readonly name: string;
  readonly text: string;
  readonly kind: ValueKind;
  readonly ts: number;
  /** Number of changes since the page was opened. */
  readonly changes: number;
  /** Whether a number is a time, in milliseconds since 1970. */
  readonly isTime: boolean;
  /** Of a number; omitted where values have none, such as attributes. */
  readonly format?: KeyFormat | undefined;
  /** Below the key. */
  readonly note?: string;
  /** Omitted if the table has no trends. */
  readonly trend?: ReactNode;
  /** Shown after the icon that copies the value; null for none. */
  readonly actions: ReactNode;
}

export function KeyRow(props: KeyRowProps): ReactNode {
  const { name, text, kind, ts, changes, isTime, format, note, trend, actions } = props;
  const isNarrow = useIsNarrow();
  const value = (
    <>
      {changes > 0 && <Box key={changes} className={classes["changed"]} aria-hidden />}
      <TypedValue label={name} text={text} kind={kind} isTime={isTime} format={format} />
    </>
  );
  const copy = <CopyIcon text={text} label={WORDS.valueCopied(name)} />;
  // Beside each other, key and value would be broken within words.
  const together = (
    <>
      <Text className="foreign" c="dimmed">
        {name}
      </Text>
      {value}
      <Text size="xs" c="dimmed" component="div">
        <Moment ts={ts} />
      </Text>
      <Note text={note} />
    </>
  );
  // A value has the room of the actions that its row lacks.
  if (isNarrow && actions === null)
    return (
      <Table.Tr>
        <Table.Td className={classes["cell"]} colSpan={2}>
          <Group gap={0} wrap="nowrap" justify="space-between">
            <Box miw={0}>{together}</Box>
            {copy}
          </Group>
        </Table.Td>
      </Table.Tr>
    );
  return (
    <Table.Tr>
      {isNarrow ? (
        <Table.Td className={classes["cell"]}>{together}</Table.Td>
      ) : (
        <>
          <Table.Td>
            <Text className="foreign">{name}</Text>
            <Note text={note} />
          </Table.Td>
          <Table.Td className={classes["cell"]}>{value}</Table.Td>
        </>
      )}
      {trend !== undefined && (
        <Table.Td visibleFrom="sm" py={4}>
          {trend}
        </Table.Td>
      )}
      <Table.Td visibleFrom="md">
        <Text c="dimmed">{isTime && kind === "number" ? words.components.common.time : words.device.kinds[kind]}</Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text c="dimmed" component="div">
          <Moment ts={ts} />
        </Text>
      </Table.Td>
      <Table.Td py={4}>
        <Group gap={0} wrap="nowrap" justify="flex-end">
          {copy}
          {actions}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Note({ text }: { readonly text: string | undefined }): ReactNode {
  return (
    text !== undefined && (
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    )
  );
}

interface TypedValueProps extends Pick<KeyRowProps, "text" | "kind" | "isTime" | "format"> {
  /** Heading of a long value. */
  readonly label: string;
}

const CHARS_MAX = 90;

/** Shows a value by its kind: times as such, numbers in tabular figures with their unit, booleans as a mark, JSON as code, text as text. */
function TypedValue({ label, text, kind, isTime, format }: TypedValueProps): ReactNode {
  switch (kind) {
    case "number":
      return (
        <Text span fw={500} className={classes["value"]}>
          {isTime ? <Moment ts={Number(text)} style="exact" /> : numberOfText(text, format)}
        </Text>
      );
    case "boolean":
      return (
        <Badge variant={text === "true" ? "light" : "default"} radius="sm">
          {text}
        </Badge>
      );
    case "json":
      return <Foreign text={text} label={label} charsMax={CHARS_MAX} isCode />;
    case "text":
      // An empty text would look like no value.
      return text.trim() === "" ? (
        <Code>{JSON.stringify(text)}</Code>
      ) : (
        <Foreign text={text} label={label} charsMax={CHARS_MAX} />
      );
  }
}
