// The columns of the list of devices.
import { Anchor, Badge, Box, Group, Text, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RadioTower } from "lucide-react";
import type { ReactNode } from "react";
import { ActiveBadge } from "../../components/active-badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Moment } from "../../components/moment.tsx";
import type { DeviceInfo } from "./device-filters.ts";

const NAME: Column<DeviceInfo> = {
  id: "name",
  label: "Device",
  sortBy: "name",
  cell: (device) => (
    <Box miw={0}>
      <Group gap={6} wrap="nowrap">
        <Anchor component={Link} to={`/devices/${device.id.id}`} className="foreign" size="sm" fw={500} lineClamp={2}>
          {device.name}
        </Anchor>
        {device.additionalInfo?.["gateway"] === true && (
          <Tooltip label="Gateway">
            <RadioTower size={15} aria-label="Gateway" role="img" style={{ flexShrink: 0 }} />
          </Tooltip>
        )}
      </Group>
      <Plain text={device.label} isDimmed />
    </Box>
  ),
};

const ACTIVE: Column<DeviceInfo> = {
  id: "active",
  label: "State",
  width: 124,
  cell: ({ active }) => <ActiveBadge isActive={active} />,
};

const PROFILE: Column<DeviceInfo> = {
  id: "profile",
  label: "Profile",
  sortBy: "deviceProfileName",
  isMinor: true,
  cell: ({ deviceProfileName }) => <Plain text={deviceProfileName} />,
};

const CUSTOMER: Column<DeviceInfo> = {
  id: "customer",
  label: "Customer",
  sortBy: "customerTitle",
  isMinor: true,
  cell: ({ customerTitle, customerIsPublic }) =>
    customerIsPublic ? (
      <Badge variant="light" color="yellow">
        Public
      </Badge>
    ) : (
      <Plain text={customerTitle} />
    ),
};

const CREATED: Column<DeviceInfo> = {
  id: "created",
  label: "Created",
  sortBy: "createdTime",
  isMinor: true,
  width: 160,
  cell: ({ createdTime }) => (
    <Text size="sm" component="div">
      <Moment ts={createdTime} />
    </Text>
  ),
};

export const TENANT_COLUMNS = [NAME, ACTIVE, PROFILE, CUSTOMER, CREATED];
/** Of the customer's users all devices have the same customer. */
export const CUSTOMER_COLUMNS = [NAME, ACTIVE, PROFILE, CREATED];

function Plain({ text, isDimmed = false }: { readonly text: string | null; readonly isDimmed?: boolean }): ReactNode {
  if (text === null || text === "") return isDimmed ? null : "–";
  return (
    <Text size={isDimmed ? "xs" : "sm"} c={isDimmed ? "dimmed" : undefined} className="foreign" lineClamp={2}>
      {text}
    </Text>
  );
}
