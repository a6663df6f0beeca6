// Chooses the columns of the device list and their order: fixed ones, newest values and attributes.
import { ActionIcon, Button, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { Dialog } from "../../components/dialog.tsx";
import {
  COLUMNS_MAX,
  FIXED_LABELS,
  FIXED_WORDS,
  isFixed,
  labelOfWord,
  VALUE_KINDS,
  valueColumnOf,
  wordOf,
  type ValueKind,
} from "./column-words.ts";

interface ColumnChooserProps {
  readonly words: readonly string[];
  /** The columns without a choice. */
  readonly usual: readonly string[];
  /** Columns that this viewer has no use for. */
  readonly leftOut: readonly string[];
  readonly onWords: (words: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Nobody scrolls through more: people type a part of the key. */
const OFFERED_MAX = 200;

export function ColumnChooser({ words, usual, leftOut, onWords, onClose }: ColumnChooserProps): ReactNode {
  const [said, setSaid] = useState("");
  const change = (next: readonly string[], what: string): void => {
    onWords(next);
    setSaid(what);
  };
  const move = (from: number, to: number): void => {
    const next = [...words];
    const [moved = ""] = next.splice(from, 1);
    next.splice(to, 0, moved);
    change(next, `${labelOfWord(moved)} is column ${String(to + 1)}`);
  };
  return (
    <Dialog centered title="Columns" onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          Your choice is saved for you, in every browser. A phone shows the device, its state and the first value.
        </Text>
        <Stack gap={6} component="ul" aria-label="Columns shown" m={0} p={0} style={{ listStyle: "none" }}>
          {words.map((word, index) => (
            <ShownColumn
              key={word}
              word={word}
              // The name comes first, and stays: it leads to the device.
              isKept={index === 0}
              up={index > 1 ? () => move(index, index - 1) : undefined}
              down={index < words.length - 1 ? () => move(index, index + 1) : undefined}
              remove={() =>
                change(
                  words.filter((other) => other !== word),
                  `${labelOfWord(word)} is removed`,
                )
              }
            />
          ))}
        </Stack>
        <AddColumn
          words={words}
          leftOut={leftOut}
          onAdd={(word) => change([...words, word], `${labelOfWord(word)} is added`)}
        />
        <Text size="sm" role="status" className="foreign" mih={20}>
          {said}
        </Text>
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => change(usual, "The usual columns are shown")}>
            Reset
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ShownColumnProps {
  readonly word: string;
  readonly isKept: boolean;
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
  readonly remove: () => void;
}

function ShownColumn({ word, isKept, up, down, remove }: ShownColumnProps): ReactNode {
  const label = labelOfWord(word);
  const column = isFixed(word) ? null : valueColumnOf(word);
  return (
    <Paper component="li" withBorder px="sm" py={4}>
      <Group gap="xs" wrap="nowrap" mih={30}>
        <Text className="foreign" lineClamp={2} style={{ flex: 1 }}>
          {label}
          {column !== null && (
            <Text span size="xs" c="dimmed">
              {" "}
              {VALUE_KINDS[column.kind].label}
            </Text>
          )}
        </Text>
        {!isKept && (
          <>
            <Step label={`Move ${label} up`} icon={<ArrowUp size={16} />} act={up} />
            <Step label={`Move ${label} down`} icon={<ArrowDown size={16} />} act={down} />
            <Step label={`Remove ${label}`} icon={<X size={16} />} act={remove} />
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

interface AddColumnProps {
  readonly words: readonly string[];
  readonly leftOut: readonly string[];
  readonly onAdd: (word: string) => void;
}

function AddColumn({ words, leftOut, onAdd }: AddColumnProps): ReactNode {
  const [typed, setTyped] = useState("");
  const keys = useQuery({
    queryKey: ["devices", "column keys"],
    queryFn: ({ signal }) => knownKeys(signal),
    refetchOnWindowFocus: false,
  });
  const isOffered = (word: string): boolean => !words.includes(word) && !leftOut.includes(word);
  const fixed = FIXED_WORDS.filter(isOffered).map((word) => ({ value: word as string, label: FIXED_LABELS[word] }));
  const known = VALUE_KIND_NAMES.map((kind) => ({
    group: `${VALUE_KINDS[kind].label}s`,
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
          label: `${VALUE_KINDS[kind].label} ${key}`,
        })).filter(({ value }) => isOffered(value));
  const isFull = words.length >= COLUMNS_MAX;
  return (
    <Select
      label="Add a column"
      description={
        isFull ? `At most ${String(COLUMNS_MAX)} columns.` : "Type a part of its name, or the key of a value."
      }
      placeholder="Choose a column"
      searchable
      disabled={isFull}
      limit={OFFERED_MAX}
      nothingFoundMessage={keys.isPending ? "Searching" : "No columns match"}
      data={[{ group: "Device", items: fixed }, ...known, { group: "No device has it yet", items: unknown }]}
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

async function knownKeys(signal: AbortSignal): Promise<Readonly<Record<ValueKind, readonly string[]>>> {
  const keysIn = (query: { readonly timeseries: boolean; readonly attributes: boolean; readonly scope?: Scope }) =>
    ask(
      api.POST("/api/entitiesQuery/find/keys", {
        params: { query },
        body: {
          entityFilter: { type: "entityType", entityType: "DEVICE" },
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
