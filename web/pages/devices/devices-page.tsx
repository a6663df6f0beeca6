// The devices that the user may see: searched, filtered, sorted, and changed many at a time.
import { Button, Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Cpu, FileUp, HandHelping, Plus, Rocket, SearchX } from "lucide-react";
import { useState, type ReactNode } from "react";
import { choiceOf, useAddress, useListState, type ListQuery } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { ClaimDeviceDialog } from "./claim-device-dialog.tsx";
import { CreateDeviceDialog } from "./create-device-dialog.tsx";
import { CUSTOMER_COLUMNS, TENANT_COLUMNS } from "./device-columns.tsx";
import { devicesQuery, filtersOf, isFiltered, SORTABLE, type DeviceInfo } from "./device-filters.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ImportDialog } from "./import-dialog.tsx";

const DIALOGS = ["create", "claim", "import"] as const;

export function DevicesPage(): ReactNode {
  const { role, customerId } = useUser();
  const isAdmin = role === "TENANT_ADMIN";
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const list = useListState({ sortable: SORTABLE, sort: "name" });
  const filters = filtersOf(address);
  const queries = useQueryClient();
  const queryOf = (query: ListQuery) => devicesQuery(query, filters, isAdmin ? null : customerId);
  const devices = useQuery(queryOf(list.query));
  const search = (text: string): void => {
    // Asked for at once: the page follows its address, which takes longer than the answer. It also tells of a failure.
    void queries.query(queryOf(list.queryFor(text))).catch(() => undefined);
    list.onText(text);
  };
  const [chosen, setChosen] = useState<ReadonlyMap<string, DeviceInfo>>(new Map());
  const dialog = choiceOf(address, "dialog", DIALOGS);
  const open = (next: (typeof DIALOGS)[number]): void => change({ dialog: next });
  const close = (): void => change({ dialog: undefined });
  const isNarrowed = isFiltered(filters) || list.text !== "";
  const rows = devices.data?.data;
  return (
    <>
      <PageHeader
        title="Devices"
        description={
          isAdmin
            ? "Everything that sends values, by itself or through a gateway."
            : "The devices that have been given to you, or that you have claimed."
        }
        actions={<Actions isAdmin={isAdmin} onOpen={open} />}
      />
      <FilterBar text={list.text} onText={search} filters={filters} onChange={change} hasCustomers={isAdmin} />
      {chosen.size > 0 && <BulkActions devices={[...chosen.values()]} onDone={() => setChosen(new Map())} />}
      <DataTable<DeviceInfo>
        label="devices"
        columns={isAdmin ? TENANT_COLUMNS : CUSTOMER_COLUMNS}
        rows={rows}
        rowId={({ id }) => id.id}
        rowLabel={({ name }) => name}
        totalRows={devices.data?.totalElements ?? 0}
        state={list.table}
        onState={list.onTable}
        error={devices.data === undefined ? devices.error : null}
        onRetry={() => void devices.refetch()}
        onRow={({ id }) => void navigate({ to: `/devices/${id.id}` })}
        {...(isAdmin
          ? {
              chosen: new Set(chosen.keys()),
              onChosen: (ids: ReadonlySet<string>) => setChosen(chosenRows(ids, chosen, rows ?? [])),
            }
          : {})}
        empty={
          isNarrowed ? (
            <EmptyState icon={SearchX} title="No device matches">
              Search for another part of a name, label, profile or customer, or clear the filters.
            </EmptyState>
          ) : (
            <NoDevices isAdmin={isAdmin} onOpen={open} />
          )
        }
      />
      {dialog === "create" && isAdmin && <CreateDeviceDialog onClose={close} />}
      {dialog === "claim" && !isAdmin && <ClaimDeviceDialog onClose={close} />}
      {dialog === "import" && <ImportDialog mayCreateDevices={isAdmin} onClose={close} />}
    </>
  );
}

interface ActionsProps {
  readonly isAdmin: boolean;
  readonly onOpen: (dialog: (typeof DIALOGS)[number]) => void;
}

function Actions({ isAdmin, onOpen }: ActionsProps): ReactNode {
  return (
    <>
      <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={() => onOpen("import")}>
        Import values
      </Button>
      <MainAction isAdmin={isAdmin} onOpen={onOpen} />
    </>
  );
}

interface MainActionProps extends ActionsProps {
  /** Beside a more likely one. */
  readonly isSecond?: boolean;
}

function MainAction({ isAdmin, onOpen, isSecond = false }: MainActionProps): ReactNode {
  const Icon = isAdmin ? Plus : HandHelping;
  return (
    <Button
      variant={isSecond ? "default" : "filled"}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onOpen(isAdmin ? "create" : "claim")}
    >
      {isAdmin ? "New device" : "Claim a device"}
    </Button>
  );
}

function NoDevices(props: ActionsProps): ReactNode {
  return (
    <EmptyState
      icon={Cpu}
      title="No devices yet"
      action={
        <Group gap="sm" justify="center">
          {props.isAdmin && (
            <Button component={Link} to="/start" leftSection={<Rocket size={16} aria-hidden />}>
              Guided start
            </Button>
          )}
          <MainAction {...props} isSecond={props.isAdmin} />
        </Group>
      }
    >
      {props.isAdmin
        ? "The guided start connects a gateway: the devices behind it appear here by themselves. Or create one by hand."
        : "Your provider gives devices to you, or you claim one with its name and secret."}
    </EmptyState>
  );
}

/** The rows of other pages stay chosen. */
function chosenRows(
  ids: ReadonlySet<string>,
  before: ReadonlyMap<string, DeviceInfo>,
  rows: readonly DeviceInfo[],
): ReadonlyMap<string, DeviceInfo> {
  const known = new Map([...before, ...rows.map((row) => [row.id.id, row] as const)]);
  const next = new Map<string, DeviceInfo>();
  for (const id of ids) {
    const row = known.get(id);
    if (row !== undefined) next.set(id, row);
  }
  return next;
}
