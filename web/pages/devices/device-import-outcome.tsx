// What an import of devices does, or did, row by row.
import { Alert, ScrollArea, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Marked } from "../../components/marked.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { countText } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { labelOfWord } from "./column-words.ts";
import type { DeviceImportReport, ImportedDevice } from "./import-devices.ts";

type Outcome = ImportedDevice["outcome"];

const TONES = { new: "good", changed: "accent", unchanged: "neutral", refused: "warning" } as const;
const WORDS = words.devices.outcome;
const OUTCOMES = ["new", "changed", "unchanged", "refused"] as const;

/** Nobody reads more rows in a dialog; the file with the outcomes has all of them. */
const ROWS_SHOWN = 200;

export function DeviceImportOutcome({ report }: { readonly report: DeviceImportReport }): ReactNode {
  const { dryRun, counts, newProfiles, rows } = report;
  const [shown, setShown] = useState<Outcome | "all">("all");
  const isClean = counts.refused === 0;
  const Icon = isClean ? CircleCheck : TriangleAlert;
  const list = shown === "all" ? rows : rows.filter(({ outcome }) => outcome === shown);
  return (
    <Stack gap="sm">
      <Alert
        color={isClean ? "teal" : "orange"}
        icon={<Icon size={18} />}
        title={dryRun ? WORDS.would : WORDS.done}
        role="status"
      >
        <Text>{OUTCOMES.map((outcome) => WORDS.counts[outcome](counts[outcome])).join(", ")}.</Text>
        {newProfiles.length > 0 && (
          <Text>
            <Marked text={WORDS.newProfiles} as={() => <span className="foreign">{newProfiles.join(", ")}</span>} />
          </Text>
        )}
      </Alert>
      <SegmentedControl
        aria-label={WORDS.shown}
        size="sm"
        value={shown}
        onChange={setShown}
        data={[
          { value: "all" as const, label: WORDS.all },
          ...OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => ({
            value: outcome,
            label: WORDS.labels[outcome],
          })),
        ]}
      />
      <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table aria-label={WORDS.rows} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>{WORDS.line}</Table.Th>
              <Table.Th>{WORDS.device}</Table.Th>
              <Table.Th w={120}>{WORDS.outcome}</Table.Th>
              <Table.Th>{WORDS.details}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.slice(0, ROWS_SHOWN).map((row) => (
              <Row key={row.line} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {list.length > ROWS_SHOWN && (
        <Text size="sm" c="dimmed">
          {WORDS.first(ROWS_SHOWN, list.length)}
        </Text>
      )}
    </Stack>
  );
}

function Row({ row: { line, name, outcome, changes, reason } }: { readonly row: ImportedDevice }): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>{countText(line)}</Table.Td>
      <Table.Td className="foreign">{name}</Table.Td>
      <Table.Td>
        <StatusBadge label={WORDS.labels[outcome]} tone={TONES[outcome]} />
      </Table.Td>
      <Table.Td className="foreign">{reason ?? changes.map((word) => labelOfWord(word)).join(", ")}</Table.Td>
    </Table.Tr>
  );
}
