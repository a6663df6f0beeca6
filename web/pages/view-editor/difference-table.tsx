// The differences between two states of a view, as a table.
import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Foreign } from "../../components/foreign.tsx";
import { differencesOf } from "./differences.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.differences;

interface DifferenceTableProps {
  readonly before: unknown;
  readonly after: unknown;
  /** Short names of the two states. */
  readonly labels: readonly [before: string, after: string];
}

const SHOWN_MAX = 60;

export function DifferenceTable({ before, after, labels }: DifferenceTableProps): ReactNode {
  const differences = differencesOf(before, after, SHOWN_MAX);
  if (differences.length === 0) return <Text>{texts.none}</Text>;
  return (
    <Table.ScrollContainer minWidth={420} tabIndex={0} role="region" aria-label={texts.between(...labels)}>
      <Table
        verticalSpacing={4}
        data={{
          head: [texts.place, ...labels],
          body: differences.map(({ pointer, before: old, after: now }) => [
            <Foreign key="place" text={pointer} label={texts.place} charsMax={60} isCode />,
            old === null ? "–" : <Foreign key="old" text={old} label={labels[0]} charsMax={80} />,
            now === null ? "–" : <Foreign key="now" text={now} label={labels[1]} charsMax={80} />,
          ]),
        }}
      />
    </Table.ScrollContainer>
  );
}
