// The owner of a device: assigned to a customer or not, public, or open for a customer to claim.
import { Anchor, Badge, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Marked } from "../../components/marked.tsx";
import { Panel } from "../../components/panel.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { words } from "../../words/words.ts";
import { CustomerSelect } from "../devices/customer-select.tsx";
import { assignToCustomer, makePublic, unassign } from "../devices/save-device.ts";
import { TargetDialog } from "../devices/target-dialog.tsx";
import { attributesQuery } from "./attributes.ts";
import { ClaimState } from "./claim-state.tsx";
import { claimOf } from "./claim.ts";
import type { DeviceInfo } from "./device-tab.ts";

const WORDS = words.device.owner;

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
      title: WORDS.publicTitle,
      text: WORDS.publicWarning,
      action: WORDS.makePublic,
    }),
    stale: ["devices"],
  });
  const giveBack = useAction({
    call: () =>
      ask(api.DELETE("/api/customer/device/{deviceName}/claim", { params: { path: { deviceName: device.name } } })),
    question: () => ({
      title: WORDS.giveBackTitle,
      text: WORDS.giveBackText,
      action: WORDS.giveBack,
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
    <Panel title={WORDS.title}>
      <Text component="div">
        <Owner device={device} isAdmin={isAdmin} />
      </Text>
      {failed !== undefined && <ProblemAlert error={failed.error} title={WORDS.failed} />}
      <Group gap="xs">
        {isAdmin && (
          <BusyButton variant="light" isBusy={isBusy} onClick={() => setChoosing(true)}>
            {isOwned ? WORDS.assignOther : WORDS.assign}
          </BusyButton>
        )}
        {isAdmin && isOwned && (
          <BusyButton variant="default" isBusy={isBusy} onClick={() => remove.run()}>
            {WORDS.unassign}
          </BusyButton>
        )}
        {isAdmin && !isOwned && (
          <BusyButton variant="default" isBusy={isBusy} onClick={() => publish.run()}>
            {WORDS.makePublic}
          </BusyButton>
        )}
        {!isAdmin && (
          <BusyButton variant="default" isBusy={isBusy} onClick={() => giveBack.run()}>
            {WORDS.giveBackTitle}
          </BusyButton>
        )}
      </Group>
      {isAdmin && !isOwned && attributes.data !== undefined && (
        <ClaimState deviceId={deviceId} claim={claimOf(attributes.data)} />
      )}
      {isChoosing && (
        <TargetDialog
          title={WORDS.assignTitle}
          action={WORDS.assign}
          field={(value, onChange) => (
            <CustomerSelect label={WORDS.customer} isRequired value={value} onChange={onChange} />
          )}
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
  if (device.customerId.id === NULL_ID) return WORDS.none;
  if (device.customerIsPublic)
    return (
      <Group gap="xs">
        <Badge color="yellow">{WORDS.public}</Badge>
        {WORDS.publicText}
        {isAdmin && (
          <Anchor component={Link} to={`/customers/${device.customerId.id}`} inherit>
            {WORDS.showPublicId}
          </Anchor>
        )}
      </Group>
    );
  if (!isAdmin) return WORDS.yours;
  return (
    <Marked
      text={WORDS.belongs}
      as={() => (
        <Anchor
          component={Link}
          to={`/customers/${device.customerId.id}`}
          className="foreign"
          inherit
          underline="always"
        >
          {device.customerTitle}
        </Anchor>
      )}
    />
  );
}
