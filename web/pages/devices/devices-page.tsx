// The devices that the user may see: search, filters, order, and bulk changes.
import { Box, Button, Group, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Cpu, FileDown, FileUp, HandHelping, Plus, Rocket } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { EntityListPage } from "../../app/entity-list.tsx";
import { choiceOf, textOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { words } from "../../words/words.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { ClaimDeviceDialog } from "./claim-device-dialog.tsx";
import { CreateDeviceDialog } from "./create-device-dialog.tsx";
import { useChosenColumns } from "./chosen-columns.tsx";
import { FIXED_LABELS, LABELS_OF_CUSTOMER } from "./column-words.ts";
import { columnsOf, CUSTOMER_WORDS, TENANT_WORDS } from "./device-columns.tsx";
import { conditionsOf, devicesQuery, FILTER_NAMES, filtersOf } from "./device-filters.ts";
import { exportDevices } from "./export-devices.ts";
import { Filters } from "./filters.tsx";
import { ImportDevicesDialog } from "./import-devices-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { findAllDevices } from "./listed-devices.ts";

const WORDS = words.devices;
const DIALOGS = ["create", "claim", "import", "import-devices"] as const;

export function DevicesPage(): ReactNode {
  const { role, customerId } = useUser();
  const isAdmin = role === "TENANT_ADMIN";
  const { address, change } = useAddress();
  const filters = filtersOf(address);
  const dialog = choiceOf(address, "dialog", DIALOGS);
  const open = (next: (typeof DIALOGS)[number]): void => change({ dialog: next });
  const close = (): void => change({ dialog: undefined });
  const ofCustomer = isAdmin ? null : customerId;
  const conditions = (text: string) => conditionsOf(filters, ofCustomer, text);
  const list = useChosenColumns({
    setting: "deviceColumns",
    usual: isAdmin ? TENANT_WORDS : CUSTOMER_WORDS,
    fixed: isAdmin ? FIXED_LABELS : LABELS_OF_CUSTOMER,
  });
  const { chosen, button } = list;
  const columns = useMemo(() => columnsOf(chosen), [chosen]);
  return (
    <EntityListPage
      title={WORDS.title}
      description={isAdmin ? WORDS.about : WORDS.aboutOfCustomer}
      actions={
        <FilesMenu
          isAdmin={isAdmin}
          onOpen={open}
          onExport={() => exportDevices(conditions(textOf(address, "q")), chosen)}
        />
      }
      mainAction={<MainAction isAdmin={isAdmin} onOpen={open} />}
      noun="device"
      icon={Cpu}
      columns={columns}
      isWide={list.isWide}
      nameOf={({ name }) => name}
      sort="name"
      search={WORDS.search}
      filters={<Filters filters={filters} onChange={change} hasCustomers={isAdmin} aside={button} />}
      filterNames={FILTER_NAMES}
      aside={<Box visibleFrom="sm">{button}</Box>}
      read={(query) => list.onceKnown(devicesQuery(query, filters, ofCustomer, chosen))}
      pathOf={({ id }) => `/devices/${id}`}
      bulk={isAdmin ? (devices) => <BulkActions {...devices} /> : undefined}
      readAll={(text, signal) => findAllDevices(conditions(text), signal)}
      empty={{
        title: WORDS.empty.title,
        text: isAdmin ? WORDS.empty.text : WORDS.empty.textOfCustomer,
        action: <FirstActions isAdmin={isAdmin} onOpen={open} />,
      }}
    >
      {dialog === "create" && isAdmin && <CreateDeviceDialog onClose={close} />}
      {dialog === "claim" && !isAdmin && <ClaimDeviceDialog onClose={close} />}
      {dialog === "import-devices" && isAdmin && <ImportDevicesDialog onClose={close} />}
      {list.dialog}
      {dialog === "import" && <ImportDialog mayCreateDevices={isAdmin} onClose={close} />}
    </EntityListPage>
  );
}

interface ActionsProps {
  readonly isAdmin: boolean;
  readonly onOpen: (dialog: (typeof DIALOGS)[number]) => void;
}

interface FilesMenuProps extends ActionsProps {
  readonly onExport: () => Promise<void>;
}

function FilesMenu({ isAdmin, onOpen, onExport }: FilesMenuProps): ReactNode {
  const download = useAction({ call: onExport, failed: WORDS.files.exportFailed });
  return (
    <Menu>
      <Menu.Target>
        <BusyButton variant="default" leftSection={<FileUp />} isBusy={download.isPending}>
          {WORDS.files.menu}
        </BusyButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isAdmin && (
          <Menu.Item leftSection={<FileUp />} onClick={() => onOpen("import-devices")}>
            {WORDS.files.importDevices}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<FileUp />} onClick={() => onOpen("import")}>
          {WORDS.files.importValues}
        </Menu.Item>
        <Menu.Item leftSection={<FileDown />} onClick={() => download.run()}>
          {WORDS.files.exportList}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
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
      {isAdmin ? WORDS.newDevice : WORDS.claimDevice}
    </Button>
  );
}

function FirstActions(props: ActionsProps): ReactNode {
  return (
    <Group gap="sm" justify="center">
      {props.isAdmin && (
        <Button component={Link} to="/start" leftSection={<Rocket />}>
          {WORDS.guidedStart}
        </Button>
      )}
      <MainAction {...props} isSecond={props.isAdmin} />
    </Group>
  );
}
