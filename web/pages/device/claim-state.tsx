// Opens a device for a customer who knows its secret, and says until when it is open.
import { Button, Group, PasswordInput, Select, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { BusyButton } from "../../components/busy-button.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useFields } from "../../components/use-fields.ts";
import { deleteAttribute, saveAttribute } from "./attributes.ts";
import type { Claim } from "./claim.ts";

interface ClaimStateProps {
  readonly deviceId: string;
  readonly claim: Claim;
}

export function ClaimState({ deviceId, claim }: ClaimStateProps): ReactNode {
  const queries = useQueryClient();
  const [isOpening, setOpening] = useState(false);
  const [now] = useState(() => Date.now());
  const isOpen = claim.openUntil !== null && claim.openUntil > now;
  const close = useMutation({
    mutationFn: () => deleteAttribute(deviceId, "SERVER_SCOPE", "claimingData"),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["attributes", deviceId] }),
  });
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Claiming
      </Title>
      <Text size="sm" component="div">
        {isOpen ? (
          <>
            Users of a customer who know the secret can claim this device; open until{" "}
            <Moment ts={claim.openUntil} style="exact" />.
          </>
        ) : (
          "The platform has no secret for this device. A device can also open a claim by itself, which is not shown here."
        )}
        {claim.isAllowed === false && " By itself it may not open one: its server attribute claimingAllowed is false."}
      </Text>
      {close.isError && <ProblemAlert error={close.error} title="It is still open" />}
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpening(true)}>
          {isOpen ? "Open with another secret" : "Open for claiming"}
        </Button>
        {isOpen && (
          <BusyButton variant="default" isBusy={close.isPending} onClick={() => close.mutate()}>
            Close
          </BusyButton>
        )}
      </Group>
      {isOpening && <OpenClaimDialog deviceId={deviceId} onClose={() => setOpening(false)} />}
    </Stack>
  );
}

const HOUR = 3_600_000;
const LIFETIMES = [
  { value: String(HOUR), label: "1 hour" },
  { value: String(24 * HOUR), label: "1 day" },
  { value: String(7 * 24 * HOUR), label: "7 days" },
  { value: String(30 * 24 * HOUR), label: "30 days" },
];

function OpenClaimDialog({
  deviceId,
  onClose,
}: {
  readonly deviceId: string;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const { values, set } = useFields({ secretKey: "", lifetimeMillis: String(24 * HOUR) });
  const open = useMutation({
    mutationFn: () => {
      const data = { secretKey: values.secretKey, expirationTime: Date.now() + Number(values.lifetimeMillis) };
      return saveAttribute(deviceId, "SERVER_SCOPE", "claimingData", JSON.stringify(data));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["attributes", deviceId] });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Open for claiming"
      action="Open for claiming"
      isBusy={open.isPending}
      error={open.error}
      onClose={onClose}
      onSubmit={() => open.mutate()}
    >
      <PasswordInput
        label="Secret"
        description="Who knows it and the name of the device can make it theirs."
        required
        autoComplete="off"
        data-autofocus
        value={values.secretKey}
        onChange={(event) => set("secretKey", event.currentTarget.value)}
      />
      <Select
        label="For"
        allowDeselect={false}
        data={LIFETIMES}
        value={values.lifetimeMillis}
        onChange={(next) => {
          if (next !== null) set("lifetimeMillis", next);
        }}
      />
    </FormDialog>
  );
}
