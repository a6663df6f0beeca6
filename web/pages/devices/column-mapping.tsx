// What each column of a file of devices is: as the platform guessed it, or as the user says.
import { Select, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import type { DeviceImportReport } from "./import-devices.ts";

type Columns = DeviceImportReport["columns"];

interface ColumnMappingProps {
  readonly columns: Columns;
  readonly isDisabled: boolean;
  readonly onColumns: (columns: Columns) => void;
}

const WORDS = words.devices.mapping;

export function ColumnMapping({ columns, isDisabled, onColumns }: ColumnMappingProps): ReactNode {
  return (
    <Stack gap="xs">
      <Text fw={500}>{WORDS.title}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {columns.map(({ head, word }, index) => (
          <Select
            // Heads may repeat; the place of a column does not change.
            key={index}
            label={<span className="foreign">{head === "" ? WORDS.column(index + 1) : head}</span>}
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
  const fixed = Object.entries(WORDS.words).map(([value, label]) => ({ value, label }));
  const key = head.replace(/^(server|shared|client|telemetry):/, "").trim();
  const attributes = key === "" ? [] : [`server:${key}`, `shared:${key}`];
  const offered = word in WORDS.words || attributes.includes(word) ? attributes : [word, ...attributes];
  return [
    ...fixed,
    ...offered.map((value) => {
      const inWords = value.startsWith("shared:") ? WORDS.sharedAttribute : WORDS.serverAttribute;
      return { value, label: inWords(value.replace(/^\w+:/, "")) };
    }),
  ];
}
