// A new key: its purpose and expiry, then its value, which is shown only once.
import "@mantine/dates/styles.css";
import { Button, Code, Group, Select, Stack, Text } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { useRef, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useAction } from "../../app/use-action.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { exactTime } from "../../components/moment.tsx";
import { choices } from "../../components/choices.ts";
import { Warning } from "../../components/warning.tsx";

interface NewKeyProps {
  /** Whose key it will be. */
  readonly userId: string;
  readonly onClose: () => void;
}

interface KeyFields {
  readonly description: string;
  /** Days, `custom` or `never`. Source: REST contract 3. */
  readonly expiry: string;
  /** For `custom`: local time as the picker writes it. */
  readonly until: string | null;
}

const DAY_MILLIS = 86_400_000;
const EXPIRIES = choices({
  "7": "In 7 days",
  "30": "In 30 days",
  "60": "In 60 days",
  "90": "In 90 days",
  custom: "At a time you choose",
  never: "Never",
});

export function NewKey({ userId, onClose }: NewKeyProps): ReactNode {
  const { values, set, text } = useFields<KeyFields>({ description: "", expiry: "30", until: null });
  const [isChecked, setChecked] = useState(false);
  const [openedAt] = useState(() => new Date());
  const end = useRef<HTMLButtonElement>(null);
  const isEndMissing = values.expiry === "custom" && values.until === null;
  const create = useAction({
    call: () =>
      ask(
        api.POST("/api/apiKey", {
          body: {
            userId: { entityType: "USER", id: userId },
            description: values.description.trim(),
            enabled: true,
            expirationTime: expirationOf(values, Date.now()),
          },
        }),
      ),
    stale: ["api-keys"],
  });
  if (create.data?.value !== undefined && create.data.value !== null)
    return <Made value={create.data.value} expiresAt={create.data.expirationTime} onClose={onClose} />;
  return (
    <FormDialog
      title="New API key"
      action="Create key"
      work={create}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (isEndMissing) end.current?.focus();
        else create.run();
      }}
    >
      <TextField
        {...text("description")}
        label="Description"
        description="What the key is for, such as the name of the program."
        required
        data-autofocus
      />
      <Select
        label="Expires"
        data={EXPIRIES}
        value={values.expiry}
        onChange={(value) => set("expiry", value ?? values.expiry)}
      />
      {values.expiry === "custom" && (
        <DateTimePicker
          ref={end}
          label="At"
          error={isChecked && isEndMissing ? "Choose when the key expires." : undefined}
          required
          minDate={openedAt}
          placeholder="Choose date and time"
          value={values.until}
          onChange={(value) => set("until", value)}
        />
      )}
      {values.expiry === "never" && (
        <Text c="dimmed">A key that never expires works until somebody disables or deletes it.</Text>
      )}
    </FormDialog>
  );
}

function expirationOf({ expiry, until }: KeyFields, now: number): number {
  if (expiry === "never") return 0;
  if (expiry !== "custom") return now + Number(expiry) * DAY_MILLIS;
  const at = until === null ? NaN : new Date(until).getTime();
  if (!Number.isFinite(at)) throw new ApiProblem("Choose when the key expires.");
  return at;
}

interface MadeProps {
  readonly value: string;
  /** 0 means never. */
  readonly expiresAt: number;
  readonly onClose: () => void;
}

function Made({ value, expiresAt, onClose }: MadeProps): ReactNode {
  return (
    <Dialog centered size="lg" title="Your new API key" onClose={onClose} closeOnClickOutside={false}>
      <Stack>
        <Warning title="Copy it now">The key is shown only once. Store it like a password.</Warning>
        <CopyText block text={value} label="API key" />
        <Text c="dimmed">
          {expiresAt === 0 ? "It never expires." : `It expires on ${exactTime(expiresAt)}.`} Try it with:
        </Text>
        <CopyText
          block
          label="command"
          text={`curl -H "X-Authorization: ApiKey $API_KEY" ${location.origin}/api/auth/user`}
        />
        <Text c="dimmed" component="div">
          where <Code>API_KEY</Code> holds the key.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
