// A new key: its purpose and expiry, then its value, which is shown only once.
import { Button, Code, Group, Select, Stack, Text } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { useAction } from "../../app/use-action.ts";
import { choices } from "../../components/choices.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { localText } from "../../components/local-time.ts";
import { Marked } from "../../components/marked.tsx";
import { TimeField } from "../../components/time-field.tsx";
import { Warning } from "../../components/warning.tsx";
import { exactTime } from "../../words/format.ts";
import { words } from "../../words/words.ts";

interface NewKeyProps {
  /** Whose key it will be. */
  readonly userId: string;
  readonly onClose: () => void;
}

interface KeyFields {
  readonly description: string;
  /** Days, `custom` or `never`. Source: REST contract 3. */
  readonly expiry: string;
  /** For `custom`, in milliseconds. */
  readonly until: number | null;
}

const WORDS = words.apiKeys;
const DAY_MILLIS = 86_400_000;
const EXPIRIES = choices(WORDS.expiries);

export function NewKey({ userId, onClose }: NewKeyProps): ReactNode {
  const { values, set, text } = useFields<KeyFields>({ description: "", expiry: "30", until: null });
  const [isChecked, setChecked] = useState(false);
  const [openedAt] = useState(() => localText(Date.now()));
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
      title={WORDS.new}
      action={WORDS.create}
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
        label={words.components.common.description}
        description={WORDS.descriptionHelp}
        required
        data-autofocus
      />
      <Select
        label={WORDS.expires}
        data={EXPIRIES}
        value={values.expiry}
        onChange={(value) => set("expiry", value ?? values.expiry)}
      />
      {values.expiry === "custom" && (
        <TimeField
          ref={end}
          label={WORDS.at}
          error={isChecked && isEndMissing ? WORDS.chooseEnd : undefined}
          required
          minDate={openedAt}
          placeholder={WORDS.chooseTime}
          ts={values.until}
          onTs={(ts) => set("until", ts)}
        />
      )}
      {values.expiry === "never" && <Text c="dimmed">{WORDS.neverText}</Text>}
    </FormDialog>
  );
}

function expirationOf({ expiry, until }: KeyFields, now: number): number {
  if (expiry === "never") return 0;
  if (expiry !== "custom") return now + Number(expiry) * DAY_MILLIS;
  if (until === null) throw new ApiProblem(WORDS.chooseEnd);
  return until;
}

interface MadeProps {
  readonly value: string;
  /** 0 means never. */
  readonly expiresAt: number;
  readonly onClose: () => void;
}

function Made({ value, expiresAt, onClose }: MadeProps): ReactNode {
  const { made } = WORDS;
  return (
    <Dialog centered size="lg" title={made.title} onClose={onClose} closeOnClickOutside={false}>
      <Stack>
        <Warning title={made.copyNow}>{made.copyNowText}</Warning>
        <CopyText block text={value} label={made.key} />
        <Text c="dimmed">{expiresAt === 0 ? made.neverExpires : made.expires(exactTime(expiresAt))}</Text>
        <CopyText
          block
          label={made.command}
          text={`curl -H "X-Authorization: ApiKey $API_KEY" ${location.origin}/api/auth/user`}
        />
        <Text c="dimmed" component="div">
          <Marked text={made.holds} as={(variable) => <Code>{variable}</Code>} />
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{made.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
