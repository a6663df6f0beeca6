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
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { deleteAttribute, saveAttribute } from "./attributes.ts";
import type { Claim } from "./claim.ts";

interface ClaimStateProps {
  readonly deviceId: string;
  readonly claim: Claim;
}

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
        Claiming
      </Title>
      <Text component="div">
        {isOpen ? (
          <>
            Customer users who know the secret can claim this device until <Moment ts={claim.openUntil} style="exact" />
            .
          </>
        ) : (
          "The platform has no secret for this device. The device can also open a claim itself, which is not shown here."
        )}
        {claim.isAllowed === false &&
          " The device cannot open one, because its server attribute claimingAllowed is false."}
      </Text>
      {close.error !== null && <ProblemAlert error={close.error} title="The claim was not closed" />}
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpening(true)}>
          {isOpen ? "Open with another secret" : "Open for claiming"}
        </Button>
        {isOpen && (
          <BusyButton variant="default" isBusy={close.isPending} onClick={() => close.run()}>
            Close
          </BusyButton>
        )}
      </Group>
      {isOpening && <OpenClaimDialog deviceId={deviceId} onClose={() => setOpening(false)} />}
    </Stack>
  );
}

const HOUR = 3_600_000;
const LIFETIMES = choices({
  [HOUR]: "1 hour",
  [24 * HOUR]: "1 day",
  [7 * 24 * HOUR]: "7 days",
  [30 * 24 * HOUR]: "30 days",
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
    <FormDialog title="Open for claiming" action="Open for claiming" work={open} onSubmit={open.run} onClose={onClose}>
      <PasswordField
        {...text("secretKey")}
        label="Secret"
        description="Customer users who know the secret and the name of the device can claim it."
        required
        autoComplete="off"
        data-autofocus
      />
      <ChoiceSelect
        label="For"
        choices={LIFETIMES}
        value={values.lifetimeMillis}
        onValue={(next) => set("lifetimeMillis", next)}
      />
    </FormDialog>
  );
}
