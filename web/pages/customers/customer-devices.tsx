// Assigns and unassigns a customer's devices.
import { Alert, Stack, Text } from "@mantine/core";
import { Cpu, Globe, Undo2 } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { EntityList } from "../../app/entity-list.tsx";
import { useAction } from "../../app/use-action.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";
import { useChosenColumns } from "../devices/chosen-columns.tsx";
import { LABELS_OF_CUSTOMER } from "../devices/column-words.ts";
import { columnsOf } from "../devices/device-columns.tsx";
import { devicesQuery, NO_FILTERS } from "../devices/device-filters.ts";
import type { ListedDevice } from "../devices/listed-devices.ts";
import { unassign } from "../devices/save-device.ts";
import { AssignDevices } from "./assign-devices.tsx";
import { isPublicCustomer, type Customer } from "./customer.ts";

const WORDS = words.customers.devices;
const USUAL = ["name", "profile", "active"];

export function CustomerDevices({ customer }: { readonly customer: Customer }): ReactNode {
  const customerId = customer.id.id;
  const isPublic = isPublicCustomer(customer);
  const list = useChosenColumns({
    setting: "customerDeviceColumns",
    usual: USUAL,
    fixed: LABELS_OF_CUSTOMER,
    among: { type: "deviceList", customerId },
  });
  const columns = useMemo(() => columnsOf(list.chosen), [list.chosen]);
  const remove = useAction({
    call: ({ id }: ListedDevice) => unassign(id),
    question: ({ name }) => ({
      title: WORDS.unassignTitle,
      text: (
        <Marked
          text={isPublic ? WORDS.unassignPublicText : WORDS.unassignText}
          as={() => <strong className="foreign">{name}</strong>}
        />
      ),
      action: WORDS.unassignDevice,
    }),
    failed: WORDS.notUnassigned,
    stale: ["devices"],
  });
  return (
    <Stack gap="md">
      {isPublic && (
        <Alert icon={<Globe size={18} />} color="yellow" variant="light" title={WORDS.publicTitle}>
          <Stack gap={6}>
            <Text>{WORDS.publicText}</Text>
            <CopyText text={customerId} label={WORDS.publicId} />
          </Stack>
        </Alert>
      )}
      <EntityList
        noun="device"
        icon={Cpu}
        columns={columns}
        isWide={list.isWide}
        nameOf={({ name }) => name}
        sort="name"
        search={WORDS.search}
        aside={list.button}
        read={(query) => list.onceKnown(devicesQuery(query, NO_FILTERS, customerId, list.chosen))}
        actionsOf={(device) => [{ label: WORDS.unassign, icon: Undo2, onChosen: () => remove.run(device) }]}
        create={{
          label: isPublic ? words.customers.assign.publicTitle : words.customers.assign.title,
          dialog: (close) => <AssignDevices customer={customer} onClose={close} />,
        }}
        empty={{
          title: WORDS.empty,
          text: isPublic ? WORDS.emptyPublicText : WORDS.emptyText,
        }}
      >
        {list.dialog}
      </EntityList>
    </Stack>
  );
}
