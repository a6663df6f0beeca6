// The devices of a customer: giving some to it and taking them back.
import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Cpu, Globe, Plus, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { RowMenu } from "../../components/row-menu.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { isPublicCustomer } from "./customer.ts";
import { GiveDevices } from "./give-devices.tsx";

type DeviceInfo = Schema<"DeviceInfo">;

const SORTABLE = ["createdTime", "name", "deviceProfileName", "label"];

export function CustomerDevices({ customer }: { readonly customer: Schema<"Customer"> }): ReactNode {
  const customerId = customer.id.id;
  const isPublic = isPublicCustomer(customer);
  const list = useListState({ sortable: SORTABLE, sort: "name" });
  const { address, change } = useAddress();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const devices = useQuery({
    queryKey: ["devices", "of-customer", customerId, list.query],
    queryFn: () =>
      ask(api.GET("/api/customer/{customerId}/deviceInfos", { params: { path: { customerId }, query: list.query } })),
    placeholderData: keepPreviousData,
  });
  const takeBack = useMutation({
    mutationFn: (deviceId: string) =>
      ask(api.DELETE("/api/customer/device/{deviceId}", { params: { path: { deviceId } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["devices"] }),
    onError: (error) => {
      notifications.show({ color: "red", message: messageOf(error) });
    },
  });
  const askAndTake = async ({ id, name }: DeviceInfo): Promise<void> => {
    const text = (
      <>
        {isPublic ? "Nobody without a sign-in" : "No user of this customer"} sees{" "}
        <strong className="foreign">{name}</strong> any more. Its values stay.
      </>
    );
    if (await confirm({ title: "Take the device from the customer?", text, action: "Take from customer" }))
      takeBack.mutate(id.id);
  };
  const give = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ new: 1 })}>
      {isPublic ? "Make devices public" : "Give devices"}
    </Button>
  );
  const columns: readonly Column<DeviceInfo>[] = [
    {
      id: "name",
      label: "Device",
      sortBy: "name",
      cell: ({ id, name, label }) => (
        <Stack gap={0}>
          <Anchor component={Link} to={`/devices/${id.id}`} size="sm" fw={500} className="foreign">
            {name}
          </Anchor>
          {label !== null && (
            <Text size="xs" c="dimmed" className="foreign">
              {label}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      id: "profile",
      label: "Profile",
      sortBy: "deviceProfileName",
      isMinor: true,
      cell: ({ deviceProfileName }) => <span className="foreign">{deviceProfileName}</span>,
    },
    {
      id: "active",
      label: "State",
      cell: ({ active }) => <StatusBadge tone={active ? "good" : "neutral"} label={active ? "Active" : "Inactive"} />,
    },
    {
      id: "actions",
      label: "Actions",
      isLabelHidden: true,
      width: 56,
      align: "right",
      cell: (device) => (
        <RowMenu
          label={device.name}
          actions={[{ label: "Take from customer", icon: Undo2, onChosen: () => void askAndTake(device) }]}
        />
      ),
    },
  ];
  return (
    <Stack gap="md">
      {isPublic && (
        <Alert
          icon={<Globe size={18} aria-hidden />}
          color="yellow"
          variant="light"
          title="Anybody can read these devices"
        >
          <Stack gap={6}>
            <Text size="sm">A program signs in without a password by this public id, and may read, not change:</Text>
            <CopyText text={customerId} label="public id" />
          </Stack>
        </Alert>
      )}
      <Group justify="space-between">
        <SearchBox label="Search devices" text={list.text} onText={list.onText} />
        {give}
      </Group>
      <DataTable
        label="devices"
        columns={columns}
        {...pagedRows(devices)}
        rowId={({ id }) => id.id}
        state={list.table}
        onState={list.onTable}
        empty={
          list.text === "" ? (
            <EmptyState icon={Cpu} title="No devices yet" action={give}>
              {isPublic
                ? "Devices made public can be read by anybody."
                : "Its users see the devices that you give to it."}
            </EmptyState>
          ) : (
            <EmptyState icon={Cpu} title="No device matches" />
          )
        }
      />
      {textOf(address, "new") !== "" && <GiveDevices customer={customer} onClose={() => change({ new: undefined })} />}
    </Stack>
  );
}
