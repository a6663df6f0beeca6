// The first step: a new gateway with a name, or one that is there and has not been heard of yet.
import { Anchor, Group, List, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { FormProblem, TextField } from "../../components/form-fields.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { createDevice } from "../devices/save-device.ts";

/** More than these are better looked for in the list. */
const SHOWN = 5;

export function NameGateway({ onNamed }: { readonly onNamed: (gatewayId: string) => void }): ReactNode {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const create = useMutation({
    mutationFn: () =>
      createDevice({
        name: name.trim(),
        label: null,
        profileId: null,
        customerId: null,
        isGateway: true,
        description: "",
        accessToken: "",
      }),
    onSuccess: ({ device }) => {
      onNamed(device.id.id);
      for (const key of ["devices", "gateways", "overview"]) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <>
      <Text size="sm">
        A gateway carries the values of many devices over one connection. Give it a name; its access token is drawn for
        you.
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <FormProblem error={create.error}>
          <Stack gap="sm">
            <Group align="flex-start" gap="sm">
              <TextField
                field="name"
                label="Name of the gateway"
                placeholder="Plant gateway"
                required
                withAsterisk={false}
                maxLength={255}
                autoFocus
                style={{ flex: "1 1 220px" }}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <BusyButton type="submit" isBusy={create.isPending} mt={{ base: 0, xs: 25 }}>
                Create gateway
              </BusyButton>
            </Group>
            {create.isError && <ProblemAlert error={create.error} title="The gateway was not created" />}
          </Stack>
        </FormProblem>
      </form>
      <Unheard />
    </>
  );
}

function Unheard(): ReactNode {
  const query = { page: 0, pageSize: SHOWN, online: false, sortProperty: "name" as const, sortOrder: "ASC" as const };
  const gateways = useQuery({
    queryKey: ["gateways", "list", query],
    queryFn: ({ signal }) => ask(api.GET("/api/gateways", { params: { query }, signal })),
  });
  const unheard = (gateways.data?.data ?? []).filter(({ lastConnectTime }) => lastConnectTime === null);
  if (unheard.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        Or go on with one that has never connected:
      </Text>
      <List size="sm">
        {unheard.map(({ id, name }) => (
          <List.Item key={id.id}>
            <Anchor
              component={StateLink}
              to="/start"
              state={{ gateway: id.id }}
              size="sm"
              className="foreign"
              lineClamp={2}
            >
              {name}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
