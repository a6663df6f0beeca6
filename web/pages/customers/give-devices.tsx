// Choosing devices for a customer: searched for by name, given one after the other, with how far it has got.
import { Alert, MultiSelect, Progress, Stack, Text } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID, type Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { isPublicCustomer } from "./customer.ts";

interface GiveDevicesProps {
  readonly customer: Schema<"Customer">;
  readonly onClose: () => void;
}

const CHOICES_MAX = 50;
const CHOSEN_MAX = 100;

export function GiveDevices({ customer, onClose }: GiveDevicesProps): ReactNode {
  const queries = useQueryClient();
  const isPublic = isPublicCustomer(customer);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [given, setGiven] = useState(0);
  const [known, setKnown] = useState<ReadonlyMap<string, Schema<"DeviceInfo">>>(new Map());
  const choices = useQuery({
    queryKey: ["devices", "choices", text],
    queryFn: async () => {
      const page = await ask(
        api.GET("/api/tenant/deviceInfos", {
          params: { query: { page: 0, pageSize: CHOICES_MAX, textSearch: text, sortProperty: "name" } },
        }),
      );
      // Names of chosen devices have to be shown after the search has moved on.
      setKnown((present) => new Map([...present, ...page.data.map((device) => [device.id.id, device] as const)]));
      return page.data;
    },
    placeholderData: keepPreviousData,
  });
  const give = useMutation({
    mutationFn: async () => {
      for (const [index, deviceId] of chosen.entries()) {
        setGiven(index);
        if (isPublic) await ask(api.POST("/api/customer/public/device/{deviceId}", { params: { path: { deviceId } } }));
        else {
          const path = { customerId: customer.id.id, deviceId };
          await ask(api.POST("/api/customer/{customerId}/device/{deviceId}", { params: { path } }));
        }
      }
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ["devices"] }),
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
      title={isPublic ? "Make devices public" : "Give devices"}
      action={isPublic ? "Make public" : "Give devices"}
      isBusy={give.isPending}
      error={give.error}
      onClose={onClose}
      onSubmit={() => give.mutate()}
    >
      <MultiSelect
        label="Devices"
        placeholder="Search by name"
        required
        searchable
        openOnFocus={false}
        data-autofocus
        maxValues={CHOSEN_MAX}
        nothingFoundMessage="No device has this in its name"
        data={[...listed].map(([value, label]) => ({ value, label }))}
        value={[...chosen]}
        onChange={setChosen}
        onSearchChange={setText}
        // The platform has searched already, in more than the label.
        filter={({ options }) => options}
      />
      {isPublic && <Text size="sm">Anybody can read their values and attributes, without signing in.</Text>}
      {others.length > 0 && (
        <Alert color="yellow" variant="light" icon={<TriangleAlert size={18} aria-hidden />}>
          {others.length === 1 ? "One of them belongs" : `${others.length} of them belong`} to another customer, whose
          users will not see {others.length === 1 ? "it" : "them"} any more.
        </Alert>
      )}
      {give.isPending && chosen.length > 1 && (
        <Stack gap={4}>
          <Progress value={(given / chosen.length) * 100} aria-label="Devices given" />
          <Text size="xs" c="dimmed">
            {given} of {chosen.length}
          </Text>
        </Stack>
      )}
    </FormDialog>
  );
}
