// The devices that the user may see: search, filters, order, and bulk changes.
import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Cpu, FileUp, HandHelping, Plus, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { EntityListPage } from "../../app/entity-list.tsx";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { ClaimDeviceDialog } from "./claim-device-dialog.tsx";
import { CreateDeviceDialog } from "./create-device-dialog.tsx";
import { CUSTOMER_COLUMNS, TENANT_COLUMNS } from "./device-columns.tsx";
import { devicesQuery, FILTER_NAMES, filtersOf, type DeviceInfo } from "./device-filters.ts";
import { Filters } from "./filters.tsx";
import { ImportDialog } from "./import-dialog.tsx";

const DIALOGS = ["create", "claim", "import"] as const;

export function DevicesPage(): ReactNode {
  const { role, customerId } = useUser();
  const isAdmin = role === "TENANT_ADMIN";
  const { address, change } = useAddress();
  const filters = filtersOf(address);
  const dialog = choiceOf(address, "dialog", DIALOGS);
  const open = (next: (typeof DIALOGS)[number]): void => change({ dialog: next });
  const close = (): void => change({ dialog: undefined });
  const bulk = (devices: readonly DeviceInfo[], clear: () => void): ReactNode => (
    <BulkActions devices={devices} onDone={clear} />
  );
  return (
    <EntityListPage
      title="Devices"
      description={
        isAdmin
          ? "Everything that sends values, directly or through a gateway."
          : "The devices that are assigned to you or that you have claimed."
      }
      actions={
        <>
          <Button variant="default" leftSection={<FileUp />} onClick={() => open("import")}>
            Import values
          </Button>
          <MainAction isAdmin={isAdmin} onOpen={open} />
        </>
      }
      noun="device"
      icon={Cpu}
      columns={isAdmin ? TENANT_COLUMNS : CUSTOMER_COLUMNS}
      nameOf={({ name }) => name}
      sort="name"
      search="Search devices"
      filters={<Filters filters={filters} onChange={change} hasCustomers={isAdmin} />}
      filterNames={FILTER_NAMES}
      read={(query) => devicesQuery(query, filters, isAdmin ? null : customerId)}
      pathOf={({ id }) => `/devices/${id.id}`}
      bulk={isAdmin ? bulk : undefined}
      empty={{
        title: "No devices yet",
        text: isAdmin
          ? "The guided start connects a gateway, and the devices behind it appear here. Or create a device by hand."
          : "Your provider assigns devices to you, or you claim one with its name and secret.",
        action: <FirstActions isAdmin={isAdmin} onOpen={open} />,
      }}
    >
      {dialog === "create" && isAdmin && <CreateDeviceDialog onClose={close} />}
      {dialog === "claim" && !isAdmin && <ClaimDeviceDialog onClose={close} />}
      {dialog === "import" && <ImportDialog mayCreateDevices={isAdmin} onClose={close} />}
    </EntityListPage>
  );
}

interface ActionsProps {
  readonly isAdmin: boolean;
  readonly onOpen: (dialog: (typeof DIALOGS)[number]) => void;
}

interface MainActionProps extends ActionsProps {
  /** The second button, after a more likely action. */
  readonly isSecond?: boolean;
}

function MainAction({ isAdmin, onOpen, isSecond = false }: MainActionProps): ReactNode {
  const Icon = isAdmin ? Plus : HandHelping;
  return (
    <Button
      variant={isSecond ? "default" : "filled"}
      leftSection={<Icon />}
      onClick={() => onOpen(isAdmin ? "create" : "claim")}
    >
      {isAdmin ? "New device" : "Claim a device"}
    </Button>
  );
}

function FirstActions(props: ActionsProps): ReactNode {
  return (
    <Group gap="sm" justify="center">
      {props.isAdmin && (
        <Button component={Link} to="/start" leftSection={<Rocket />}>
          Guided start
        </Button>
      )}
      <MainAction {...props} isSecond={props.isAdmin} />
    </Group>
  );
}
