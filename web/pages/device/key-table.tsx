// A table of keys with their values, as the tabs of attributes and of latest values have it: what changes is marked for a moment.
import { Box, Group, Table, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyIcon } from "../../components/copy-text.tsx";
import { Moment } from "../../components/moment.tsx";
import classes from "./device.module.css";
import { TypedValue } from "./typed-value.tsx";
import { KIND_NAMES, type ValueKind } from "./value-kind.ts";

interface KeyTableProps {
  readonly label: string;
  readonly hasTrend?: boolean;
  /** Of the last column, in pixels. */
  readonly actionsWidth: number;
  readonly children: ReactNode;
}

export function KeyTable({ label, hasTrend = false, actionsWidth, children }: KeyTableProps): ReactNode {
  return (
    <Table layout="fixed" highlightOnHover verticalSpacing="xs" horizontalSpacing="md" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ base: "38%", md: "26%" }}>Key</Table.Th>
          <Table.Th>Value</Table.Th>
          {hasTrend && (
            <Table.Th visibleFrom="sm" w={130}>
              Trend
            </Table.Th>
          )}
          <Table.Th visibleFrom="md" w={130}>
            Type
          </Table.Th>
          <Table.Th visibleFrom="xs" w={150}>
            Updated
          </Table.Th>
          <Table.Th w={actionsWidth}>
            <VisuallyHidden>Actions</VisuallyHidden>
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
  /** How often it has changed since the page was opened. */
  readonly changes: number;
  /** Below the value. */
  readonly note?: ReactNode;
  /** Left out where the table has no trends. */
  readonly trend?: ReactNode;
  /** After the icon that copies the value. */
  readonly actions: ReactNode;
}

export function KeyRow({ name, text, kind, ts, changes, note, trend, actions }: KeyRowProps): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" className="foreign">
          {name}
        </Text>
        <Text size="xs" c="dimmed" component="div" hiddenFrom="xs">
          <Moment ts={ts} />
        </Text>
      </Table.Td>
      <Table.Td className={classes["cell"]}>
        {changes > 0 && <Box key={changes} className={classes["changed"]} aria-hidden />}
        <TypedValue label={name} text={text} kind={kind} />
        {note}
      </Table.Td>
      {trend !== undefined && (
        <Table.Td visibleFrom="sm" py={4}>
          {trend}
        </Table.Td>
      )}
      <Table.Td visibleFrom="md">
        <Text size="sm" c="dimmed">
          {KIND_NAMES[kind]}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Text size="sm" c="dimmed" component="div">
          <Moment ts={ts} />
        </Text>
      </Table.Td>
      <Table.Td py={4}>
        <Group gap={0} wrap="nowrap" justify="flex-end">
          <CopyIcon text={text} label={`the value of ${name}`} />
          {actions}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
