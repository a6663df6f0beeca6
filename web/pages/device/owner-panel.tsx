// The owner of a device: assigned to a customer or not, public, or open for a customer to claim.
import { Anchor, Badge, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Panel } from "../../components/panel.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { CustomerSelect } from "../devices/customer-select.tsx";
import { assignToCustomer, makePublic, unassign } from "../devices/save-device.ts";
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
  const [isChoosing, setChoosing] = useState(false);
  const isOwned = device.customerId.id !== NULL_ID;
  const attributes = useQuery({ ...attributesQuery(deviceId, "SERVER_SCOPE"), enabled: isAdmin });
  const assign = useAction({ call: (id: string) => assignToCustomer(deviceId, id), stale: ["devices"] });
  const remove = useAction({ call: () => unassign(deviceId), stale: ["devices"] });
  const publish = useAction({
    call: () => makePublic(deviceId),
    question: () => ({
      title: "Make the device public",
      text: "Anyone with the public id can read its values and attributes without signing in. The page of the public customer shows the id. You can unassign the device at any time, but people keep what they have read by then.",
      action: "Make public",
    }),
    stale: ["devices"],
  });
  const giveBack = useAction({
    call: () =>
      ask(api.DELETE("/api/customer/device/{deviceName}/claim", { params: { path: { deviceName: device.name } } })),
    question: () => ({
      title: "Give the device back",
      text: "You will no longer see it, unless you claim it again.",
      action: "Give back",
    }),
    onDone: async () => {
      // The user may no longer read the device.
      await navigate({ to: "/devices" });
      queries.removeQueries({ queryKey: ["devices", "one", deviceId] });
    },
    stale: ["devices"],
  });
  const all = [assign, remove, publish, giveBack];
  const isBusy = all.some(({ isPending }) => isPending);
  const failed = all.find(({ error }) => error !== null);
  return (
    <Panel title="Customer">
      <Text component="div">
        <Owner device={device} isAdmin={isAdmin} />
      </Text>
      {failed !== undefined && <ProblemAlert error={failed.error} title="The customer was not changed" />}
      <Group gap="xs">
        {isAdmin && (
          <BusyButton variant="light" isBusy={isBusy} onClick={() => setChoosing(true)}>
            {isOwned ? "Assign to another customer" : "Assign to customer"}
          </BusyButton>
        )}
        {isAdmin && isOwned && (
          <BusyButton variant="default" isBusy={isBusy} onClick={() => remove.run()}>
            Unassign
          </BusyButton>
        )}
        {isAdmin && !isOwned && (
          <BusyButton variant="default" isBusy={isBusy} onClick={() => publish.run()}>
            Make public
          </BusyButton>
        )}
        {!isAdmin && (
          <BusyButton variant="default" isBusy={isBusy} onClick={() => giveBack.run()}>
            Give the device back
          </BusyButton>
        )}
      </Group>
      {isAdmin && !isOwned && attributes.data !== undefined && (
        <ClaimState deviceId={deviceId} claim={claimOf(attributes.data)} />
      )}
      {isChoosing && (
        <TargetDialog
          title="Assign the device to a customer"
          action="Assign to customer"
          field={(value, onChange) => <CustomerSelect label="Customer" isRequired value={value} onChange={onChange} />}
          onClose={() => setChoosing(false)}
          onChosen={(customerId) => {
            setChoosing(false);
            assign.run(customerId);
          }}
        />
      )}
    </Panel>
  );
}

function Owner({ device, isAdmin }: OwnerPanelProps): ReactNode {
  if (device.customerId.id === NULL_ID) return "It belongs to no customer.";
  if (device.customerIsPublic)
    return (
      <Group gap="xs">
        <Badge color="yellow">Public</Badge>
        Anyone with the public id can read it.
        {isAdmin && (
          <Anchor component={Link} to={`/customers/${device.customerId.id}`} inherit>
            Show the public id
          </Anchor>
        )}
      </Group>
    );
  if (!isAdmin) return "This device is yours.";
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
