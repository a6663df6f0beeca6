// What each column of a file of devices is: as the platform guessed it, or as the user says.
import { Select, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { DeviceImportReport } from "./import-devices.ts";

type Columns = DeviceImportReport["columns"];

interface ColumnMappingProps {
  readonly columns: Columns;
  readonly isDisabled: boolean;
  readonly onColumns: (columns: Columns) => void;
}

const LABELS = {
  "-": "Leave out",
  name: "Name",
  label: "Label",
  profile: "Profile",
  gateway: "Whether it is a gateway",
  customer: "Customer",
  token: "Access token",
} as const;

export function ColumnMapping({ columns, isDisabled, onColumns }: ColumnMappingProps): ReactNode {
  return (
    <Stack gap="xs">
      <Text fw={500}>Columns of the file</Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {columns.map(({ head, word }, index) => (
          <Select
            // Heads may repeat; the place of a column does not change.
            key={index}
            label={<span className="foreign">{head === "" ? `Column ${String(index + 1)}` : head}</span>}
            allowDeselect={false}
            disabled={isDisabled}
            data={optionsFor(head, word)}
            value={word}
            onChange={(next) =>
              onColumns(columns.map((column, at) => (at === index ? { ...column, word: next ?? column.word } : column)))
            }
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function optionsFor(head: string, word: string): { readonly value: string; readonly label: string }[] {
  const fixed = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
  const key = head.replace(/^(server|shared|client|telemetry):/, "").trim();
  const attributes = key === "" ? [] : [`server:${key}`, `shared:${key}`];
  const offered = word in LABELS || attributes.includes(word) ? attributes : [word, ...attributes];
  return [
    ...fixed,
    ...offered.map((value) => ({
      value,
      label: `${value.startsWith("shared:") ? "Shared" : "Server"} attribute ${value.replace(/^\w+:/, "")}`,
    })),
  ];
}
