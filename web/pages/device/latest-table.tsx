// The latest values as a table; a row is drawn anew when its value changes, and shows for a moment that it has.
import { Box, Group, Table, Text } from "@mantine/core";
import { ChartLine, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { CopyIcon } from "../../components/copy-text.tsx";
import { Moment } from "../../components/moment.tsx";
import { RowMenu } from "../../components/row-menu.tsx";
import classes from "./device.module.css";
import { Sparkline } from "./sparkline.tsx";
import { TypedValue } from "./typed-value.tsx";
import type { LiveKey } from "./use-live-values.ts";
import { KIND_NAMES, kindOfText, type ValueKind } from "./value-kind.ts";

interface LatestTableProps {
  /** The keys to show, in order. */
  readonly rows: readonly string[];
  readonly keys: ReadonlyMap<string, LiveKey>;
  readonly kinds: ReadonlyMap<string, ValueKind>;
  readonly onChart: (key: string) => void;
  readonly onDelete: (key: string) => void;
}

export function LatestTable({ rows, keys, kinds, onChart, onDelete }: LatestTableProps): ReactNode {
  return (
    <Table layout="fixed" highlightOnHover verticalSpacing="xs" horizontalSpacing="md" aria-label="Latest values">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ base: "38%", md: "26%" }}>Key</Table.Th>
          <Table.Th>Value</Table.Th>
          <Table.Th visibleFrom="sm" w={130}>
            Trend
          </Table.Th>
          <Table.Th visibleFrom="md" w={130}>
            Type
          </Table.Th>
          <Table.Th visibleFrom="xs" w={150}>
            Updated
          </Table.Th>
          <Table.Th w={92}>
            <span className={classes["unseen"]}>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((key) => {
          const value = keys.get(key);
          return (
            value !== undefined && (
              <Row key={key} name={key} value={value} known={kinds.get(key)} onChart={onChart} onDelete={onDelete} />
            )
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps extends Pick<LatestTableProps, "onChart" | "onDelete"> {
  readonly name: string;
  readonly value: LiveKey;
  readonly known: ValueKind | undefined;
}

const Row = memo(
  function Row({ name, value, known, onChart, onDelete }: RowProps): ReactNode {
    const kind = kindOfText(value.text, known);
    return (
      <Table.Tr>
        <Table.Td>
          <Text size="sm" className="foreign">
            {name}
          </Text>
          <Text size="xs" c="dimmed" component="div" hiddenFrom="xs">
            <Moment ts={value.ts} />
          </Text>
        </Table.Td>
        <Table.Td className={classes["cell"]}>
          {value.changes > 0 && <Box key={value.changes} className={classes["changed"]} aria-hidden />}
          <TypedValue label={name} text={value.text} kind={kind} />
        </Table.Td>
        <Table.Td visibleFrom="sm" py={4}>
          {kind === "number" && <Sparkline values={value.trend} />}
        </Table.Td>
        <Table.Td visibleFrom="md">
          <Text size="sm" c="dimmed">
            {KIND_NAMES[kind]}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="xs">
          <Text size="sm" c="dimmed" component="div">
            <Moment ts={value.ts} />
          </Text>
        </Table.Td>
        <Table.Td py={4}>
          <Group gap={0} wrap="nowrap" justify="flex-end">
            <CopyIcon text={value.text} label={`the value of ${name}`} />
            <RowMenu
              label={name}
              actions={[
                {
                  label: "Show as a chart",
                  icon: ChartLine,
                  onChosen: () => onChart(name),
                },
                {
                  label: "Delete all its values",
                  icon: Trash2,
                  isDangerous: true,
                  onChosen: () => onDelete(name),
                },
              ]}
            />
          </Group>
        </Table.Td>
      </Table.Tr>
    );
  },
  // What a row can do is the same whichever picture it was drawn in.
  (before, after) => before.value === after.value && before.known === after.known && before.name === after.name,
);
