// Chooses the columns of a list of devices and their order: fixed ones, newest values and attributes.
import { ActionIcon, Button, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { Dialog } from "../../components/dialog.tsx";
import { words } from "../../words/words.ts";
import {
  COLUMNS_MAX,
  labelOfWord,
  VALUE_KINDS,
  valueColumnOf,
  wordOf,
  type FixedLabels,
  type ValueKind,
} from "./column-words.ts";

const WORDS = words.devices.chooser;
const VALUE_LABELS = words.devices.list.values;

interface ColumnChooserProps {
  readonly chosen: readonly string[];
  /** The columns without a choice. */
  readonly usual: readonly string[];
  /** The columns that are no values. */
  readonly fixed: FixedLabels;
  /** The devices whose keys are offered. */
  readonly among: Schema<"EntityFilter">;
  /** Calls `onRefused` if they cannot be saved. */
  readonly onColumns: (columns: readonly string[], onRefused: () => void) => void;
  readonly onClose: () => void;
}

/** Nobody scrolls through more: people type a part of the key. */
const OFFERED_MAX = 200;

export function ColumnChooser({ chosen, usual, fixed, among, onColumns, onClose }: ColumnChooserProps): ReactNode {
  // What is saved comes back later than the next press of a key.
  const [changed, setChanged] = useState<readonly string[] | null>(null);
  const columns = changed ?? chosen;
  const [said, setSaid] = useState("");
  const labelOf = (word: string): string => labelOfWord(word, fixed);
  const change = (next: readonly string[], what: string): void => {
    setChanged(next);
    setSaid(what);
    onColumns(next, () => {
      setChanged(null);
      setSaid("");
    });
  };
  const move = (from: number, to: number): void => {
    const next = [...columns];
    const [moved = ""] = next.splice(from, 1);
    next.splice(to, 0, moved);
    change(next, WORDS.isAt(labelOf(moved), to + 1));
  };
  return (
    <Dialog centered title={WORDS.title} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {WORDS.about}
        </Text>
        <Stack gap={6} component="ul" aria-label={WORDS.shown} m={0} p={0} style={{ listStyle: "none" }}>
          {columns.map((word, index) => (
            <ShownColumn
              key={word}
              word={word}
              label={labelOf(word)}
              // The name comes first, and stays: it leads to the device.
              isKept={index === 0}
              up={index > 1 ? () => move(index, index - 1) : undefined}
              down={index < columns.length - 1 ? () => move(index, index + 1) : undefined}
              remove={() =>
                change(
                  columns.filter((other) => other !== word),
                  WORDS.removed(labelOf(word)),
                )
              }
            />
          ))}
        </Stack>
        <AddColumn
          columns={columns}
          fixed={fixed}
          among={among}
          onAdd={(word) => change([...columns, word], WORDS.added(labelOf(word)))}
        />
        <Text size="sm" role="status" className="foreign" mih={20}>
          {said}
        </Text>
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => change(usual, WORDS.usual)}>
            {WORDS.reset}
          </Button>
          <Button onClick={onClose}>{WORDS.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ShownColumnProps {
  readonly word: string;
  readonly label: string;
  readonly isKept: boolean;
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
  readonly remove: () => void;
}

function ShownColumn({ word, label, isKept, up, down, remove }: ShownColumnProps): ReactNode {
  const column = valueColumnOf(word);
  return (
    <Paper component="li" withBorder px="sm" py={4}>
      <Group gap="xs" wrap="nowrap" mih={30}>
        <Text className="foreign" lineClamp={2} style={{ flex: 1 }}>
          {label}
          {column !== null && (
            <Text span size="xs" c="dimmed">
              {" "}
              {VALUE_LABELS[column.kind]}
            </Text>
          )}
        </Text>
        {!isKept && (
          <>
            <Step label={WORDS.moveUp(label)} icon={<ArrowUp size={16} />} act={up} />
            <Step label={WORDS.moveDown(label)} icon={<ArrowDown size={16} />} act={down} />
            <Step label={WORDS.remove(label)} icon={<X size={16} />} act={remove} />
          </>
        )}
      </Group>
    </Paper>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly act: (() => void) | undefined;
}

/** Without an act the button stays and does nothing: a disabled one would lose the focus. */
function Step({ label, icon, act }: StepProps): ReactNode {
  return (
    <ActionIcon
      aria-label={label}
      aria-disabled={act === undefined || undefined}
      disabled={false}
      mod={{ disabled: act === undefined }}
      onClick={act}
    >
      {icon}
    </ActionIcon>
  );
}

interface AddColumnProps extends Pick<ColumnChooserProps, "fixed" | "among"> {
  readonly columns: readonly string[];
  readonly onAdd: (word: string) => void;
}

function AddColumn({ columns, fixed, among, onAdd }: AddColumnProps): ReactNode {
  const [typed, setTyped] = useState("");
  const keys = useQuery({
    queryKey: ["devices", "column-keys", among],
    queryFn: ({ signal }) => knownKeys(among, signal),
    refetchOnWindowFocus: false,
  });
  const isOffered = (word: string): boolean => !columns.includes(word);
  const general = Object.entries(fixed)
    .map(([value, label]) => ({ value, label }))
    .filter(({ value }) => isOffered(value));
  const known = VALUE_KIND_NAMES.map((kind) => ({
    group: WORDS.groups[kind],
    items: (keys.data?.[kind] ?? [])
      .map((key) => ({ value: wordOf({ kind, key }), label: key }))
      .filter(({ value }) => isOffered(value)),
  }));
  const key = typed.trim();
  const isKnown = keys.data === undefined || VALUE_KIND_NAMES.some((kind) => keys.data[kind].includes(key));
  // A key that no device has yet can be a column, too.
  const unknown =
    key === "" || isKnown
      ? []
      : VALUE_KIND_NAMES.map((kind) => ({
          value: wordOf({ kind, key }),
          label: `${VALUE_LABELS[kind]} ${key}`,
        })).filter(({ value }) => isOffered(value));
  const isFull = columns.length >= COLUMNS_MAX;
  return (
    <Select
      label={WORDS.add}
      description={isFull ? WORDS.full(COLUMNS_MAX) : WORDS.addHint}
      placeholder={WORDS.placeholder}
      searchable
      disabled={isFull}
      limit={OFFERED_MAX}
      nothingFoundMessage={keys.isPending ? WORDS.searching : WORDS.noMatch}
      data={[
        { group: WORDS.groups.general, items: general },
        ...known,
        { group: WORDS.groups.unknown, items: unknown },
      ]}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(word) => {
        if (word === null) return;
        setTyped("");
        onAdd(word);
      }}
      renderOption={({ option }) => (
        <Text span className="foreign" lineClamp={2}>
          {option.label}
        </Text>
      )}
    />
  );
}

const VALUE_KIND_NAMES = Object.keys(VALUE_KINDS) as ValueKind[];

/** Keys are read from this many devices. */
const DEVICES_LOOKED_AT = 1_000;
const SCOPES = { server: "SERVER_SCOPE", shared: "SHARED_SCOPE", client: "CLIENT_SCOPE" } as const;

async function knownKeys(
  entityFilter: Schema<"EntityFilter">,
  signal: AbortSignal,
): Promise<Readonly<Record<ValueKind, readonly string[]>>> {
  const keysIn = (query: { readonly timeseries: boolean; readonly attributes: boolean; readonly scope?: Scope }) =>
    ask(
      api.POST("/api/entitiesQuery/find/keys", {
        params: { query },
        body: {
          entityFilter,
          pageLink: { page: 0, pageSize: DEVICES_LOOKED_AT },
        },
        signal,
      }),
    );
  const attributes = async (scope: Scope): Promise<readonly string[]> =>
    (await keysIn({ timeseries: false, attributes: true, scope })).attribute;
  const [{ timeseries }, server, shared, client] = await Promise.all([
    keysIn({ timeseries: true, attributes: false }),
    attributes(SCOPES.server),
    attributes(SCOPES.shared),
    attributes(SCOPES.client),
  ]);
  // The platform's own notes have columns of their own.
  const own = ["active", "lastActivityTime"];
  return { telemetry: timeseries, server: server.filter((key) => !own.includes(key)), shared, client };
}

type Scope = (typeof SCOPES)[keyof typeof SCOPES];
