// The first step: a new gateway with a name, or one that is there.
import { Anchor, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { TextField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { words } from "../../words/words.ts";
import { createDevice } from "../devices/save-device.ts";
import { GatewaySelect } from "../rollouts/gateway-select.tsx";

/** The newest; others are found by their names. */
const SHOWN = 5;
const WORDS = words.start.naming;

export function NameGateway({ onNamed }: { readonly onNamed: (gatewayId: string) => void }): ReactNode {
  const { values, text } = useFields({ name: "" });
  const create = useAction({
    call: () =>
      createDevice({
        name: values.name.trim(),
        label: null,
        profileId: null,
        customerId: null,
        isGateway: true,
        description: "",
        accessToken: "",
      }),
    onDone: ({ device }) => onNamed(device.id.id),
    stale: ["devices", "gateways", "overview"],
  });
  return (
    <>
      <Text>{WORDS.about}</Text>
      <Form action={WORDS.create} work={create} failed={WORDS.failed} onSubmit={create.run}>
        <TextField
          {...text("name")}
          label={WORDS.field}
          placeholder={WORDS.placeholder}
          required
          withAsterisk={false}
          autoFocus
        />
      </Form>
      <Existing />
      <Text c="dimmed">
        <Marked
          text={WORDS.alone}
          as={(part) => (
            <Anchor component={Link} to="/devices" underline="always">
              {part}
            </Anchor>
          )}
        />
      </Text>
    </>
  );
}

function Existing(): ReactNode {
  const { change } = useAddress();
  const query = { page: 0, pageSize: SHOWN, sortProperty: "id" as const, sortOrder: "DESC" as const };
  const gateways = useQuery({
    queryKey: ["gateways", "list", query],
    queryFn: read("/api/gateways", { query }),
  });
  const { data = [], totalElements = 0 } = gateways.data ?? {};
  if (data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text c="dimmed">{WORDS.orContinue}</Text>
      <List size="sm" spacing={6}>
        {data.map(({ id, name, lastActivityTime }) => (
          <List.Item key={id.id}>
            <Anchor component={StateLink} to="/start" state={{ gateway: id.id }} className="foreign" lineClamp={2}>
              {name}
            </Anchor>
            <Text c="dimmed" size="xs">
              {lastActivityTime === null ? (
                WORDS.silent
              ) : (
                <Marked text={WORDS.heard} as={() => <Moment ts={lastActivityTime} isInSentence />} />
              )}
            </Text>
          </List.Item>
        ))}
      </List>
      {totalElements > SHOWN && (
        <GatewaySelect
          label={WORDS.another}
          isOptional
          value={null}
          onChange={(id) => {
            if (id !== null) change({ gateway: id });
          }}
        />
      )}
    </Stack>
  );
}
