// The differences between two states of a view, as a table.
import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Foreign } from "../../components/foreign.tsx";
import { differencesOf } from "./differences.ts";

interface DifferenceTableProps {
  readonly before: unknown;
  readonly after: unknown;
  /** Short names of the two states. */
  readonly labels: readonly [before: string, after: string];
}

const SHOWN_MAX = 60;

export function DifferenceTable({ before, after, labels }: DifferenceTableProps): ReactNode {
  const differences = differencesOf(before, after, SHOWN_MAX);
  if (differences.length === 0) return <Text>They are the same.</Text>;
  return (
    <Table.ScrollContainer minWidth={420} tabIndex={0} role="region" aria-label={`Differences: ${labels.join(", ")}`}>
      <Table
        verticalSpacing={4}
        data={{
          head: ["Place", ...labels],
          body: differences.map(({ pointer, before: old, after: now }) => [
            <Foreign key="place" text={pointer} label="Place" charsMax={60} isCode />,
            old === null ? "–" : <Foreign key="old" text={old} label={labels[0]} charsMax={80} />,
            now === null ? "–" : <Foreign key="now" text={now} label={labels[1]} charsMax={80} />,
          ]),
        }}
      />
    </Table.ScrollContainer>
  );
}
