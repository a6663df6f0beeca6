// Whose a device is: given to a customer, taken back, shown to everybody, or opened for a customer to claim.
import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID } from "../../api/schemas.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { CustomerSelect } from "../devices/customer-select.tsx";
import { assignToCustomer, makePublic, takeFromCustomer } from "../devices/save-device.ts";
import { TargetDialog } from "../devices/target-dialog.tsx";
import { attributesQuery } from "./attributes.ts";
import { ClaimState } from "./claim-state.tsx";
import { claimOf } from "./claim.ts";
import type { DeviceInfo } from "./device-tab.ts";

interface OwnerPanelProps {
  readonly device: DeviceInfo;
  readonly isAdmin: boolean;
}

export function OwnerPanel({ device, isAdmin }: OwnerPanelProps): ReactNode {
  const deviceId = device.id.id;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isChoosing, setChoosing] = useState(false);
  const isOwned = device.customerId.id !== NULL_ID;
  const attributes = useQuery({ ...attributesQuery(deviceId, "SERVER_SCOPE"), enabled: isAdmin });
  const change = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["devices"] }),
  });
  const giveBack = useMutation({
    mutationFn: () =>
      ask(api.DELETE("/api/customer/device/{deviceName}/claim", { params: { path: { deviceName: device.name } } })),
    onSuccess: async () => {
      // The device is not this user's to see any more.
      await navigate({ to: "/devices" });
      queries.removeQueries({ queryKey: ["devices", "one", deviceId] });
      await queries.invalidateQueries({ queryKey: ["devices"] });
    },
  });
  const askToPublish = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Make the device public",
      text: "Everybody who has the public id can read its values and attributes, without signing in. The id stands on the page of the public customer. You can take the device from that customer at any time; what has been read stays read.",
      action: "Make public",
    });
    if (isSure) change.mutate(() => makePublic(deviceId));
  };
  const askToGiveBack = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Give the device back",
      text: "You will not see it any more, unless you claim it again.",
      action: "Give back",
    });
    if (isSure) giveBack.mutate();
  };
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          Customer
        </Title>
        <Text size="sm" component="div">
          <Owner device={device} isAdmin={isAdmin} />
        </Text>
        {(change.isError || giveBack.isError) && (
          <ProblemAlert error={change.error ?? giveBack.error} title="The customer was not changed" />
        )}
        {isAdmin ? (
          <Group gap="xs">
            <BusyButton variant="light" isBusy={change.isPending} onClick={() => setChoosing(true)}>
              {isOwned ? "Give to another customer" : "Give to a customer"}
            </BusyButton>
            {isOwned ? (
              <BusyButton
                variant="default"
                isBusy={change.isPending}
                onClick={() => change.mutate(() => takeFromCustomer(deviceId))}
              >
                Take from customer
              </BusyButton>
            ) : (
              <BusyButton variant="default" isBusy={change.isPending} onClick={() => void askToPublish()}>
                Make public
              </BusyButton>
            )}
          </Group>
        ) : (
          <Group>
            <BusyButton variant="default" isBusy={giveBack.isPending} onClick={() => void askToGiveBack()}>
              Give the device back
            </BusyButton>
          </Group>
        )}
        {isAdmin && !isOwned && attributes.data !== undefined && (
          <ClaimState deviceId={deviceId} claim={claimOf(attributes.data)} />
        )}
      </Stack>
      {isChoosing && (
        <TargetDialog
          title="Give the device to a customer"
          action="Give to customer"
          field={(value, onChange) => <CustomerSelect label="Customer" isRequired value={value} onChange={onChange} />}
          onClose={() => setChoosing(false)}
          onChosen={(customerId) => {
            setChoosing(false);
            change.mutate(() => assignToCustomer(deviceId, customerId));
          }}
        />
      )}
    </Paper>
  );
}

function Owner({ device, isAdmin }: OwnerPanelProps): ReactNode {
  if (device.customerId.id === NULL_ID) return "It belongs to no customer.";
  if (device.customerIsPublic)
    return (
      <Group gap="xs">
        <Badge variant="light" color="yellow">
          Public
        </Badge>
        Everybody with the public id can read it.
        {isAdmin && (
          <Anchor component={Link} to={`/customers/${device.customerId.id}`} inherit>
            To the public id
          </Anchor>
        )}
      </Group>
    );
  if (!isAdmin) return "It is yours.";
  return (
    <>
      It belongs to{" "}
      <Anchor component={Link} to={`/customers/${device.customerId.id}`} className="foreign" inherit>
        {device.customerTitle}
      </Anchor>
      .
    </>
  );
}
