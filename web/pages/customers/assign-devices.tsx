// Assigns devices to a customer: found by name, and assigned one after another.
import { MultiSelect, Progress, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID, type Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
import { assignToCustomer, makePublic } from "../devices/save-device.ts";
import { isPublicCustomer, type Customer } from "./customer.ts";

interface AssignDevicesProps {
  readonly customer: Customer;
  readonly onClose: () => void;
}

const WORDS = words.customers.assign;
const CHOICES_MAX = 50;
const CHOSEN_MAX = 100;

export function AssignDevices({ customer, onClose }: AssignDevicesProps): ReactNode {
  const isPublic = isPublicCustomer(customer);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [assigned, setAssigned] = useState(0);
  const [known, setKnown] = useState<ReadonlyMap<string, Schema<"DeviceInfo">>>(new Map());
  const choices = useQuery({
    queryKey: ["devices", "choices", text],
    queryFn: async () => {
      const page = await ask(
        api.GET("/api/tenant/deviceInfos", {
          params: { query: { page: 0, pageSize: CHOICES_MAX, textSearch: text, sortProperty: "name" } },
        }),
      );
      // Names of chosen devices remain visible after the search has moved on.
      setKnown((present) => new Map([...present, ...page.data.map((device) => [device.id.id, device] as const)]));
      return page.data;
    },
    placeholderData: keepPreviousData,
  });
  const assign = useAction({
    call: async () => {
      for (const [index, deviceId] of chosen.entries()) {
        setAssigned(index);
        if (isPublic) await makePublic(deviceId);
        else await assignToCustomer(deviceId, customer.id.id);
      }
    },
    onDone: onClose,
    stale: ["devices"],
    isPartial: true,
  });
  const others = chosen.filter((id) => {
    const owner = known.get(id)?.customerId.id ?? NULL_ID;
    return owner !== NULL_ID && owner !== customer.id.id;
  });
  const listed = new Map([
    ...(choices.data ?? [])
      .filter(({ customerId }) => customerId.id !== customer.id.id)
      .map(({ id, name }) => [id.id, name] as const),
    ...chosen.map((id) => [id, known.get(id)?.name ?? id] as const),
  ]);
  return (
    <FormDialog
      title={isPublic ? WORDS.publicTitle : WORDS.title}
      action={isPublic ? WORDS.publicAction : WORDS.title}
      work={assign}
      onSubmit={assign.run}
      onClose={onClose}
    >
      <MultiSelect
        label={words.components.common.devices}
        placeholder={WORDS.placeholder}
        required
        searchable
        openOnFocus={false}
        data-autofocus
        maxValues={CHOSEN_MAX}
        nothingFoundMessage={WORDS.noMatch}
        data={[...listed].map(([value, label]) => ({ value, label }))}
        value={[...chosen]}
        onChange={setChosen}
        onSearchChange={setText}
        // The platform has already searched, and in more than the name.
        filter={({ options }) => options}
      />
      {isPublic && <Text>{WORDS.publicText}</Text>}
      {others.length > 0 && <Warning>{WORDS.ofOthers(others.length)}</Warning>}
      {assign.isPending && chosen.length > 1 && (
        <Stack gap={4}>
          <Progress value={(assigned / chosen.length) * 100} aria-label={WORDS.progress} />
          <Text size="xs" c="dimmed">
            {WORDS.done(assigned, chosen.length)}
          </Text>
        </Stack>
      )}
    </FormDialog>
  );
}
