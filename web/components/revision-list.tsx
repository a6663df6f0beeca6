// The saved states of one thing, newest first: when, by whom and under which name each was saved, and a way to make one the newest
// again.
import { Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { BusyButton } from "./busy-button.tsx";
import type { Question } from "./confirm.tsx";
import { Moment } from "./moment.tsx";
import { words } from "../words/words.ts";

const WORDS = words.components.revisions;

interface Saved {
  readonly revision: number;
  readonly savedTime: number;
}

interface RevisionListProps<Revision extends Saved> {
  readonly revisions: readonly Revision[];
  /** The number of the one that is in use. */
  readonly present: number;
  /** Shown where it is not that of the one before. */
  readonly nameOf: (revision: Revision) => string;
  readonly savedBy: (revision: Revision) => ReactNode;
  /** What it changed; `before` is the one before it, undefined where that is no longer kept. */
  readonly changes: (revision: Revision, before: Revision | undefined) => ReactNode;
  /** A button to look at it. */
  readonly look: (revision: Revision) => ReactNode;
  readonly restore: Restoring;
}

interface Restoring {
  readonly run: (revision: number) => void;
  readonly isPending: boolean;
  readonly input: number | undefined;
}

export function RevisionList<Revision extends Saved>(props: RevisionListProps<Revision>): ReactNode {
  const { revisions, present, nameOf, savedBy, changes, look, restore } = props;
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: "none" }} aria-label={WORDS.revisions}>
      {revisions.map((each, index) => {
        const { revision, savedTime } = each;
        const label = WORDS.revision(revision);
        const before = revisions[index + 1];
        const name = nameOf(each);
        return (
          <Paper key={revision} component="li" withBorder p="sm" aria-label={label}>
            <Group justify="space-between" gap="xs">
              <Stack gap={0} miw={0}>
                <Text fw={600}>{revision === present ? WORDS.present(revision) : label}</Text>
                {(before === undefined || nameOf(before) !== name) && (
                  <Text className="foreign" lineClamp={2}>
                    {name}
                  </Text>
                )}
                <Text size="xs" c="dimmed" component="div" className="foreign">
                  <Moment ts={savedTime} /> · {savedBy(each)}
                </Text>
                {changes(each, before)}
              </Stack>
              <Group gap="xs">
                {look(each)}
                {revision !== present && (
                  <BusyButton
                    size="compact-sm"
                    variant="light"
                    isBusy={restore.isPending && restore.input === revision}
                    onClick={() => restore.run(revision)}
                  >
                    {WORDS.restore}
                  </BusyButton>
                )}
              </Group>
            </Group>
          </Paper>
        );
      })}
    </Stack>
  );
}

interface ChangeLinesProps {
  /** Undefined while they are not known, null if they could not be loaded. */
  readonly lines: readonly string[] | null | undefined;
}

/** What a revision changed, a line for each thing. */
export function ChangeLines({ lines }: ChangeLinesProps): ReactNode {
  if (lines === undefined) return <Skeleton height={14} width={220} mt={6} />;
  const shown = lines === null ? [WORDS.changes.unknown] : lines.length === 0 ? [WORDS.changes.none] : lines;
  return (
    <Stack component="ul" gap={0} m={0} mt={4} p={0} style={{ listStyle: "none" }} aria-label={WORDS.changes.label}>
      {shown.map((line) => (
        <Text key={line} component="li" size="sm" c={lines === null || lines.length === 0 ? "dimmed" : undefined}>
          {line}
        </Text>
      ))}
    </Stack>
  );
}

interface RestoreWords {
  readonly question: (revision: number) => Question;
  readonly done: (saved: unknown, revision: number) => string;
}

/** What is asked before a revision is restored, and said afterwards. */
export function restoreWords(consequence: string): RestoreWords {
  return {
    question: (revision) => ({
      title: WORDS.restoreTitle(revision),
      text: WORDS.restoreText(consequence),
      action: WORDS.restore,
    }),
    done: (_, revision) => WORDS.restored(revision),
  };
}
