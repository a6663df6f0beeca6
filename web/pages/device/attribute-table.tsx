// Attributes as a table: each can be read, copied, and where people may, edited or deleted.
import { ActionIcon, Box, Group, Table, Text, Tooltip } from "@mantine/core";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { CopyIcon } from "../../components/copy-text.tsx";
import { Moment } from "../../components/moment.tsx";
import classes from "./device.module.css";
import { TypedValue } from "./typed-value.tsx";
import { KIND_NAMES, type ValueKind } from "./value-kind.ts";

export interface ShownAttribute {
  readonly key: string;
  readonly kind: ValueKind;
  readonly text: string;
  readonly ts: number;
  /** How often it has changed since the page was opened. */
  readonly changes: number;
}

interface AttributeTableProps {
  readonly rows: readonly ShownAttribute[];
  readonly isWritable: boolean;
  readonly onEdit: (attribute: ShownAttribute) => void;
  readonly onDelete: (key: string) => void;
}

/** What the platform keeps of every device as a number of milliseconds. */
const TIMES: ReadonlySet<string> = new Set([
  "lastActivityTime",
  "lastConnectTime",
  "lastDisconnectTime",
  "inactivityAlarmTime",
]);

export function AttributeTable({ rows, isWritable, onEdit, onDelete }: AttributeTableProps): ReactNode {
  return (
    <Table layout="fixed" highlightOnHover verticalSpacing="xs" horizontalSpacing="md" aria-label="Attributes">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ base: "38%", md: "26%" }}>Key</Table.Th>
          <Table.Th>Value</Table.Th>
          <Table.Th visibleFrom="md" w={130}>
            Type
          </Table.Th>
          <Table.Th visibleFrom="xs" w={150}>
            Changed
          </Table.Th>
          <Table.Th w={122}>
            <span className={classes["unseen"]}>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((attribute) => (
          <Row
            key={attribute.key}
            attribute={attribute}
            isWritable={isWritable}
            onEdit={() => onEdit(attribute)}
            onDelete={() => onDelete(attribute.key)}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  readonly attribute: ShownAttribute;
  readonly isWritable: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ attribute, isWritable, onEdit, onDelete }: RowProps): ReactNode {
  const { key, kind, text, ts, changes } = attribute;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" className="foreign">
          {key}
        </Text>
      </Table.Td>
      <Table.Td className={classes["cell"]}>
        {changes > 0 && <Box key={changes} className={classes["changed"]} aria-hidden />}
        <TypedValue label={key} text={text} kind={kind} />
        {TIMES.has(key) && kind === "number" && (
          <Text size="xs" c="dimmed" component="div">
            <Moment ts={Number(text)} />
          </Text>
        )}
      </Table.Td>
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
          <CopyIcon text={text} label={`the value of ${key}`} />
          {isWritable && (
            <Tooltip label="Edit">
              <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${key}`} onClick={onEdit}>
                <Pencil size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Delete">
            <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${key}`} onClick={onDelete}>
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
