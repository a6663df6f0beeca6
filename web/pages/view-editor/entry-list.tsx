// The entries of a list in the view, such as its columns: a summary of each in a line, its form when open, and buttons
// that move, copy and remove it.
import { ActionIcon, Badge, Box, Collapse, Group, Paper, Stack, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, Trash2, type LucideIcon } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { moved, type Place } from "./place.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.entries;
/** The icon keeps its size beside a long name. */
const FIXED = { flexShrink: 0 } as const;

interface EntryActsProps {
  /** As in "Move Energy up". */
  readonly name: string;
  readonly place: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onCopy?: () => void;
  readonly onRemove: () => void;
}

export function EntryActs({ name, place, count, onMove, onCopy, onRemove }: EntryActsProps): ReactNode {
  return (
    <>
      <Act icon={ArrowUp} label={texts.moveUp(name)} isDisabled={place === 0} onAct={() => onMove(place - 1)} />
      <Act
        icon={ArrowDown}
        label={texts.moveDown(name)}
        isDisabled={place === count - 1}
        onAct={() => onMove(place + 1)}
      />
      {onCopy !== undefined && <Act icon={Copy} label={texts.copy(name)} onAct={onCopy} />}
      <Act icon={Trash2} label={texts.remove(name)} isApart onAct={onRemove} />
    </>
  );
}

interface ActProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onAct: () => void;
  readonly isDisabled?: boolean;
  /** Away from the others under fingers. */
  readonly isApart?: boolean;
}

/** Where it cannot act, it keeps the focus: it may have come there by itself, as a button that moves up what is then the first. */
export function Act({ icon: Icon, label, onAct, isDisabled = false, isApart = false }: ActProps): ReactNode {
  return (
    <Tooltip label={label} multiline maw={320} className="foreign">
      <ActionIcon
        size="sm"
        aria-label={label}
        className={isApart ? "apart" : undefined}
        aria-disabled={isDisabled || undefined}
        mod={{ disabled: isDisabled }}
        onClick={isDisabled ? undefined : onAct}
      >
        <Icon size={15} />
      </ActionIcon>
    </Tooltip>
  );
}

/** What the entries are called. */
interface EntryNouns {
  readonly list: string;
  readonly one: (name: string) => string;
  readonly moved: (name: string, place: number, count: number) => string;
}

interface EntryListProps<Entry> {
  readonly list: Place<readonly Entry[]>;
  readonly nouns: EntryNouns;
  readonly isOrdered?: boolean;
  /** The open entry; a problem in another one may open that. */
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
  readonly nameOf: (entry: Entry) => string;
  readonly summaryOf: (entry: Entry) => string;
  readonly badgesOf?: (entry: Entry) => ReactNode;
  readonly formOf: (place: number) => ReactNode;
  readonly onCopy?: (entry: Entry, place: number) => void;
  readonly onRemove: (place: number) => void;
}

export function EntryList<Entry>(props: EntryListProps<Entry>): ReactNode {
  const { list, nouns, isOrdered = false, open, onOpen, nameOf, summaryOf, badgesOf, formOf, onCopy, onRemove } = props;
  const { value: entries = [], error } = list;
  const [said, setSaid] = useState("");
  const panel = useId();
  const isNarrow = useIsNarrow();
  const summary = (entry: Entry): ReactNode => (
    <Text size="xs" c="dimmed" className="foreign" lineClamp={isNarrow ? 2 : 1}>
      {summaryOf(entry)}
    </Text>
  );
  return (
    <>
      {entries.length === 0 && error !== undefined && <Text c="red">{error}</Text>}
      <Stack
        gap="xs"
        component={isOrdered ? "ol" : "ul"}
        m={0}
        p={0}
        style={{ listStyle: "none" }}
        aria-label={nouns.list}
      >
        {entries.map((entry, place) => (
          <Paper key={place} withBorder component="li" aria-label={nouns.one(nameOf(entry))}>
            <Group gap={4} p="xs" wrap="nowrap" align="center">
              <UnstyledButton
                onClick={() => onOpen(open === place ? null : place)}
                aria-expanded={open === place}
                aria-controls={`${panel}-${place}`}
                flex={1}
                miw={0}
              >
                <Group gap="xs" wrap="nowrap">
                  {open === place ? <ChevronDown style={FIXED} /> : <ChevronRight style={FIXED} />}
                  <Stack gap={0} miw={0}>
                    <Group gap={6}>
                      <Text fw={600} className="foreign" lineClamp={2}>
                        {nameOf(entry)}
                      </Text>
                      {badgesOf?.(entry)}
                      <Problems count={list.at(place).problems.length} />
                    </Group>
                    {!isNarrow && summary(entry)}
                  </Stack>
                </Group>
              </UnstyledButton>
              <EntryActs
                name={nameOf(entry)}
                place={place}
                count={entries.length}
                onMove={(to) => {
                  list.set(moved(entries, place, to));
                  setSaid(nouns.moved(nameOf(entry), to + 1, entries.length));
                  if (open === place) onOpen(to);
                  else if (open === to) onOpen(place);
                }}
                onCopy={onCopy && (() => onCopy(entry, place))}
                onRemove={() => {
                  onRemove(place);
                  setSaid(texts.removed(nameOf(entry)));
                  onOpen(null);
                }}
              />
            </Group>
            {/* Beside the buttons there is room for a word or two. */}
            {isNarrow && (
              <Box px="xs" pb="xs">
                {summary(entry)}
              </Box>
            )}
            <Collapse expanded={open === place} id={`${panel}-${place}`}>
              {open === place && (
                <Stack gap="sm" p="sm" pt={4}>
                  {formOf(place)}
                </Stack>
              )}
            </Collapse>
          </Paper>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" role="status" aria-live="polite">
        {said}
      </Text>
    </>
  );
}

function Problems({ count }: { readonly count: number }): ReactNode {
  return (
    count > 0 && (
      <Badge size="sm" color="red" c="var(--mantine-color-text)">
        {texts.problems(count)}
      </Badge>
    )
  );
}
