// The columns of lists of devices.
import { Badge, Tooltip } from "@mantine/core";
import { RadioTower } from "lucide-react";
import { ACTIVE, CREATED, Plain } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import type { DeviceInfo, DeviceSort } from "./device-filters.ts";

export const NAME: Column<DeviceInfo, "name"> = {
  id: "name",
  label: "Device",
  sortBy: "name",
  cell: ({ id, name, label, additionalInfo }) => (
    <NameLink
      to={`/devices/${id.id}`}
      name={name}
      detail={label}
      badge={
        additionalInfo?.["gateway"] === true && (
          <Tooltip label="Gateway">
            <RadioTower size={15} aria-label="Gateway" role="img" style={{ flexShrink: 0 }} />
          </Tooltip>
        )
      }
    />
  ),
};

export const PROFILE: Column<DeviceInfo, "deviceProfileName"> = {
  id: "profile",
  label: "Profile",
  sortBy: "deviceProfileName",
  isMinor: true,
  cell: ({ deviceProfileName }) => <Plain text={deviceProfileName} />,
};

const CUSTOMER: Column<DeviceInfo, "customerTitle"> = {
  id: "customer",
  label: "Customer",
  sortBy: "customerTitle",
  isMinor: true,
  cell: ({ customerTitle, customerIsPublic }) =>
    customerIsPublic ? <Badge color="yellow">Public</Badge> : <Plain text={customerTitle} />,
};

export const TENANT_COLUMNS: readonly Column<DeviceInfo, DeviceSort>[] = [NAME, ACTIVE, PROFILE, CUSTOMER, CREATED];
/** Without the customer's column: all devices that a customer's user sees have the same customer. */
export const CUSTOMER_COLUMNS: readonly Column<DeviceInfo, DeviceSort>[] = [NAME, ACTIVE, PROFILE, CREATED];
