// One entry of an ordered list of the view, such as a column: what it shows in a line, its form when it is open, and the
// buttons that move, copy and remove it.
import { ActionIcon, Badge, Collapse, Group, Paper, Stack, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, Trash2, type LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";

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
      <Act icon={ArrowUp} label={`Move ${name} up`} isDisabled={place === 0} onAct={() => onMove(place - 1)} />
      <Act
        icon={ArrowDown}
        label={`Move ${name} down`}
        isDisabled={place === count - 1}
        onAct={() => onMove(place + 1)}
      />
      {onCopy !== undefined && <Act icon={Copy} label={`Copy ${name}`} onAct={onCopy} />}
      <Act icon={Trash2} label={`Remove ${name}`} onAct={onRemove} />
    </>
  );
}

interface ActProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onAct: () => void;
  readonly isDisabled?: boolean;
}

export function Act({ icon: Icon, label, onAct, isDisabled = false }: ActProps): ReactNode {
  return (
    <Tooltip label={label} multiline maw={320} className="foreign">
      <ActionIcon size="sm" aria-label={label} disabled={isDisabled} onClick={onAct}>
        <Icon size={15} />
      </ActionIcon>
    </Tooltip>
  );
}

interface EntryCardProps extends EntryActsProps {
  /** What an entry is, such as "Column". */
  readonly noun: string;
  readonly badges?: ReactNode;
  readonly summary: string;
  readonly problems: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

export function EntryCard(props: EntryCardProps): ReactNode {
  const { noun, name, badges, summary, problems, isOpen, onOpen, children, ...acts } = props;
  const panel = useId();
  return (
    <Paper withBorder component="li" aria-label={`${noun} ${name}`}>
      <Group gap={4} p="xs" wrap="nowrap" align="center">
        <UnstyledButton onClick={onOpen} aria-expanded={isOpen} aria-controls={panel} flex={1} miw={0}>
          <Group gap="xs" wrap="nowrap">
            {isOpen ? <ChevronDown /> : <ChevronRight />}
            <Stack gap={0} miw={0}>
              <Group gap={6}>
                <Text fw={600} className="foreign" lineClamp={2}>
                  {name}
                </Text>
                {badges}
                {problems > 0 && (
                  <Badge size="sm" color="red" c="var(--mantine-color-text)">
                    {problems === 1 ? "1 problem" : `${problems} problems`}
                  </Badge>
                )}
              </Group>
              <Text size="xs" c="dimmed" className="foreign" lineClamp={1}>
                {summary}
              </Text>
            </Stack>
          </Group>
        </UnstyledButton>
        <EntryActs name={name} {...acts} />
      </Group>
      <Collapse expanded={isOpen} id={panel}>
        {isOpen && (
          <Stack gap="sm" p="sm" pt={4}>
            {children}
          </Stack>
        )}
      </Collapse>
    </Paper>
  );
}

interface EntryListProps {
  /** Such as "Columns". */
  readonly label: string;
  readonly isOrdered?: boolean;
  /** Of the list as a whole, shown while it is empty. */
  readonly problem: string | undefined;
  readonly children: readonly ReactNode[];
}

export function EntryList({ label, isOrdered = false, problem, children }: EntryListProps): ReactNode {
  return (
    <>
      {children.length === 0 && problem !== undefined && <Text c="red">{problem}</Text>}
      <Stack gap="xs" component={isOrdered ? "ol" : "ul"} m={0} p={0} style={{ listStyle: "none" }} aria-label={label}>
        {children}
      </Stack>
    </>
  );
}
