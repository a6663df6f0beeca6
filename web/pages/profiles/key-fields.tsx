// The keys of a device profile: the unit and the decimals with which their values are shown.
import { ActionIcon, Autocomplete, Button, Fieldset, Grid, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { TextField, useFieldProblem } from "../../components/form-fields.tsx";
import { words } from "../../words/words.ts";
import { isUpdateKey } from "../device/update-keys.ts";
import { newKeyRow, type KeyRow } from "./profile-keys.ts";

const WORDS = words.profiles.keys;
const FIELD = "profileData.keys";
const KEYS_MAX = 500;
const KEY_CHARS_MAX = 255;
const UNIT_CHARS_MAX = 32;
const DECIMALS_MAX = 15;
/** Nobody scrolls through more: people type a part of the key. */
const OFFERED_MAX = 50;

interface KeyFieldsProps {
  /** Omitted for a new profile, of which there are no devices. */
  readonly profileId: string | undefined;
  readonly rows: readonly KeyRow[];
  /** Whether the form was opened for them. */
  readonly isFirst: boolean;
  readonly onRows: (rows: readonly KeyRow[]) => void;
}

export function KeyFields({ profileId, rows, isFirst, onRows }: KeyFieldsProps): ReactNode {
  const add = useRef<HTMLButtonElement>(null);
  // A row that was there when the form was opened does not take the focus.
  const [added, setAdded] = useState<number | null>(null);
  const sent = useQuery({
    queryKey: ["device-profiles", "sent-keys", profileId],
    queryFn: read("/api/deviceProfile/devices/keys/timeseries", { query: { deviceProfileId: profileId ?? "" } }),
    enabled: profileId !== undefined,
  });
  const offered = (sent.data ?? []).filter((key) => !isUpdateKey(key));
  return (
    <Fieldset legend={WORDS.title}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {WORDS.about}
        </Text>
        {rows.map((row, place) => (
          <KeyRowFields
            key={row.id}
            row={row}
            place={place}
            isNew={added === row.id}
            offered={offered.filter((key) => !rows.some((other) => other !== row && other.key === key))}
            onRow={(next) => onRows(rows.map((each) => (each.id === row.id ? next : each)))}
            onRemove={() => {
              onRows(rows.filter((each) => each.id !== row.id));
              add.current?.focus();
            }}
          />
        ))}
        <Button
          ref={add}
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<Plus size={14} />}
          disabled={rows.length >= KEYS_MAX}
          data-autofocus={isFirst || undefined}
          onClick={() => {
            const row = newKeyRow(rows);
            setAdded(row.id);
            onRows([...rows, row]);
          }}
        >
          {WORDS.add}
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface KeyRowFieldsProps {
  readonly row: KeyRow;
  readonly place: number;
  readonly isNew: boolean;
  readonly offered: readonly string[];
  readonly onRow: (row: KeyRow) => void;
  readonly onRemove: () => void;
}

function KeyRowFields({ row, place, isNew, offered, onRow, onRemove }: KeyRowFieldsProps): ReactNode {
  const field = `${FIELD}[${String(place)}]`;
  const { ref, problem } = useFieldProblem<HTMLInputElement>([field, `${field}.key`], row.key);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" role="group" aria-label={row.key === "" ? WORDS.new : row.key}>
      <Grid gap="xs" flex={1}>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Autocomplete
            ref={ref}
            error={problem}
            label={WORDS.key}
            required
            autoFocus={isNew}
            maxLength={KEY_CHARS_MAX}
            limit={OFFERED_MAX}
            data={[...offered]}
            value={row.key}
            onChange={(key) => onRow({ ...row, key })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, xs: 3 }}>
          <TextField
            field={`${field}.unit`}
            label={words.dashboardEditor.options.unit}
            maxLength={UNIT_CHARS_MAX}
            value={row.unit}
            onChange={(event) => onRow({ ...row, unit: event.currentTarget.value })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, xs: 3 }}>
          <NumberInput
            label={words.dashboardEditor.options.decimals}
            placeholder={words.viewEditor.columns.decimalsPlaceholder}
            min={0}
            max={DECIMALS_MAX}
            allowDecimal={false}
            allowNegative={false}
            value={row.decimals ?? ""}
            onChange={(next) => onRow({ ...row, decimals: typeof next === "number" ? next : null })}
          />
        </Grid.Col>
      </Grid>
      <ActionIcon mt={26} aria-label={WORDS.remove(row.key)} onClick={onRemove}>
        <X size={16} />
      </ActionIcon>
    </Group>
  );
}
