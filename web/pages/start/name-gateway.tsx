// The first step: a new gateway with a name, or an existing one that has not been heard of yet.
import { Anchor, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { TextField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { words } from "../../words/words.ts";
import { createDevice } from "../devices/save-device.ts";

/** If there are more, the list has them. */
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
      <Unheard />
    </>
  );
}

function Unheard(): ReactNode {
  const query = { page: 0, pageSize: SHOWN, online: false, sortProperty: "name" as const, sortOrder: "ASC" as const };
  const gateways = useQuery({
    queryKey: ["gateways", "list", query],
    queryFn: read("/api/gateways", { query }),
  });
  const unheard = (gateways.data?.data ?? []).filter(({ lastConnectTime }) => lastConnectTime === null);
  if (unheard.length === 0) return null;
  return (
    <div>
      <Text c="dimmed">{WORDS.orContinue}</Text>
      <List size="sm">
        {unheard.map(({ id, name }) => (
          <List.Item key={id.id}>
            <Anchor component={StateLink} to="/start" state={{ gateway: id.id }} className="foreign" lineClamp={2}>
              {name}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
