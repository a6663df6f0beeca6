// One column of the view: what it shows in a line, and its form when it is open. Moved, copied and removed by buttons.
import { ActionIcon, Badge, Collapse, Group, Paper, Stack, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, EyeOff, Trash2, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { aggregationOf } from "./aggregation-words.ts";
import { recordAt, textAt, type Json } from "./document.ts";
import { idOf, kindOf, labelOf, type FieldKind } from "./fields.ts";
import { sourceTitle } from "./source-words.ts";

interface ColumnCardProps {
  readonly field: Json;
  readonly place: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly problems: number;
  readonly onOpen: () => void;
  readonly onMove: (to: number) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

const KINDS: Readonly<Record<FieldKind, string>> = { dimension: "Group", time: "Time", measure: "Figure" };

export function ColumnCard(props: ColumnCardProps): ReactNode {
  const { field, place, count, isOpen, problems, onOpen, onMove, onCopy, onRemove, children } = props;
  const label = labelOf(field);
  const panel = `column-${place}`;
  return (
    <Paper withBorder component="li" aria-label={`Column ${label}`}>
      <Group gap={4} p="xs" wrap="nowrap" align="center">
        <UnstyledButton onClick={onOpen} aria-expanded={isOpen} aria-controls={panel} flex={1} miw={0}>
          <Group gap="xs" wrap="nowrap">
            {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
            <Stack gap={0} miw={0}>
              <Group gap={6}>
                <Text size="sm" fw={600} className="foreign" lineClamp={2}>
                  {label}
                </Text>
                <Badge size="sm" variant="default" tt="none">
                  {KINDS[kindOf(field)]}
                </Badge>
                {field["hidden"] === true && (
                  <Badge size="sm" variant="default" tt="none" leftSection={<EyeOff size={11} aria-hidden />}>
                    hidden
                  </Badge>
                )}
                {problems > 0 && (
                  <Badge size="sm" color="red" variant="light" tt="none" c="var(--mantine-color-text)">
                    {problems === 1 ? "1 problem" : `${problems} problems`}
                  </Badge>
                )}
              </Group>
              <Text size="xs" c="dimmed" className="foreign" lineClamp={1}>
                {summaryOf(field)}
              </Text>
            </Stack>
          </Group>
        </UnstyledButton>
        <Act icon={ArrowUp} label={`Move ${label} up`} isDisabled={place === 0} onAct={() => onMove(place - 1)} />
        <Act
          icon={ArrowDown}
          label={`Move ${label} down`}
          isDisabled={place === count - 1}
          onAct={() => onMove(place + 1)}
        />
        <Act icon={Copy} label={`Copy ${label}`} onAct={onCopy} />
        <Act icon={Trash2} label={`Remove ${label}`} onAct={onRemove} />
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

interface ActProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onAct: () => void;
  readonly isDisabled?: boolean;
}

export function Act({ icon: Icon, label, onAct, isDisabled = false }: ActProps): ReactNode {
  return (
    <Tooltip label={label} multiline maw={320} className="foreign">
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} disabled={isDisabled} onClick={onAct}>
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function summaryOf(field: Json): string {
  const source = recordAt(field, ["source"]);
  const fn = textAt(field, ["aggregation", "fn"]);
  const title =
    textAt(source, ["type"]) === "expression" ? textAt(source, ["expr"]) || sourceTitle(source) : sourceTitle(source);
  const put = fn === "" ? title : `${aggregationOf(fn)?.label ?? fn} · ${title}`;
  return labelOf(field) === idOf(field) ? put : `${put} · ${idOf(field)}`;
}
