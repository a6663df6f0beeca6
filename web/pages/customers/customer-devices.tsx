// Assigns and unassigns a customer's devices.
import { Alert, Stack, Text } from "@mantine/core";
import { Cpu, Globe, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { EntityList } from "../../app/entity-list.tsx";
import { useAction } from "../../app/use-action.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { columnsOf } from "../devices/device-columns.tsx";
import { devicesQuery, NO_FILTERS } from "../devices/device-filters.ts";
import type { ListedDevice } from "../devices/listed-devices.ts";
import { unassign } from "../devices/save-device.ts";
import { AssignDevices } from "./assign-devices.tsx";
import { isPublicCustomer, type Customer } from "./customer.ts";

const COLUMNS = columnsOf(["name", "profile", "active"]);

export function CustomerDevices({ customer }: { readonly customer: Customer }): ReactNode {
  const customerId = customer.id.id;
  const isPublic = isPublicCustomer(customer);
  const remove = useAction({
    call: ({ id }: ListedDevice) => unassign(id),
    question: ({ name }) => ({
      title: "Unassign the device?",
      text: (
        <>
          {isPublic ? "Nobody can read it without a sign-in" : "Users of this customer no longer see it"}. The values of{" "}
          <strong className="foreign">{name}</strong> stay.
        </>
      ),
      action: "Unassign device",
    }),
    failed: "The device was not unassigned",
    stale: ["devices"],
  });
  return (
    <Stack gap="md">
      {isPublic && (
        <Alert icon={<Globe size={18} />} color="yellow" variant="light" title="Anyone can read these devices">
          <Stack gap={6}>
            <Text>A program signs in with this public id, without a password. It may read, not change:</Text>
            <CopyText text={customerId} label="public id" />
          </Stack>
        </Alert>
      )}
      <EntityList
        noun="device"
        icon={Cpu}
        columns={COLUMNS}
        nameOf={({ name }) => name}
        sort="name"
        search="Search devices"
        read={(query) => devicesQuery(query, NO_FILTERS, customerId)}
        actionsOf={(device) => [{ label: "Unassign", icon: Undo2, onChosen: () => remove.run(device) }]}
        create={{
          label: isPublic ? "Make devices public" : "Assign devices",
          dialog: (close) => <AssignDevices customer={customer} onClose={close} />,
        }}
        empty={{
          title: "No devices yet",
          text: isPublic ? "Anyone can read public devices." : "Users of the customer see the devices assigned to it.",
        }}
      />
    </Stack>
  );
}
