// Opens a device for a customer who knows its secret, and shows until when it is open.
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PasswordField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { words } from "../../words/words.ts";
import { deleteAttribute, saveAttribute } from "./attributes.ts";
import type { Claim } from "./claim.ts";

interface ClaimStateProps {
  readonly deviceId: string;
  readonly claim: Claim;
}

const WORDS = words.device.claim;

export function ClaimState({ deviceId, claim }: ClaimStateProps): ReactNode {
  const [isOpening, setOpening] = useState(false);
  const [now] = useState(() => Date.now());
  const isOpen = claim.openUntil !== null && claim.openUntil > now;
  const close = useAction({
    call: () => deleteAttribute(deviceId, "SERVER_SCOPE", "claimingData"),
    stale: ["attributes"],
  });
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {WORDS.title}
      </Title>
      <Text component="div">
        {isOpen ? <Marked text={WORDS.open} as={() => <Moment ts={claim.openUntil} style="exact" />} /> : WORDS.closed}
        {claim.isAllowed === false ? ` ${WORDS.notAllowed}` : !isOpen && ` ${WORDS.byItself}`}
      </Text>
      {close.error !== null && <ProblemAlert error={close.error} title={WORDS.closeFailed} />}
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpening(true)}>
          {isOpen ? WORDS.openOther : WORDS.openFor}
        </Button>
        {isOpen && (
          <BusyButton variant="default" isBusy={close.isPending} onClick={() => close.run()}>
            {WORDS.close}
          </BusyButton>
        )}
      </Group>
      {isOpening && <OpenClaimDialog deviceId={deviceId} onClose={() => setOpening(false)} />}
    </Stack>
  );
}

const HOUR = 3_600_000;
const LIFETIMES = choices({
  [HOUR]: WORDS.durations.hour,
  [24 * HOUR]: WORDS.durations.day,
  [7 * 24 * HOUR]: WORDS.durations.week,
  [30 * 24 * HOUR]: WORDS.durations.month,
});

interface OpenClaimDialogProps {
  readonly deviceId: string;
  readonly onClose: () => void;
}

function OpenClaimDialog({ deviceId, onClose }: OpenClaimDialogProps): ReactNode {
  const { values, set, text } = useFields({ secretKey: "", lifetimeMillis: String(24 * HOUR) });
  const open = useAction({
    call: () => {
      const data = { secretKey: values.secretKey, expirationTime: Date.now() + Number(values.lifetimeMillis) };
      return saveAttribute(deviceId, "SERVER_SCOPE", "claimingData", JSON.stringify(data));
    },
    stale: ["attributes"],
    onDone: onClose,
  });
  return (
    <FormDialog title={WORDS.openFor} action={WORDS.openFor} work={open} onSubmit={open.run} onClose={onClose}>
      <PasswordField
        {...text("secretKey")}
        label={WORDS.secret}
        description={WORDS.secretHint}
        required
        autoComplete="off"
        data-autofocus
      />
      <ChoiceSelect
        label={WORDS.duration}
        choices={LIFETIMES}
        value={values.lifetimeMillis}
        onValue={(next) => set("lifetimeMillis", next)}
      />
    </FormDialog>
  );
}
