// The devices of the view. Each condition narrows them further; without any, the view covers everything that the reader
// may see.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { TextAt } from "./bound-fields.tsx";
import { CustomersAt, DevicesAt, GatewaysAt, ProfilesAt } from "./device-lists.tsx";
import { useEditing } from "./editing.ts";
import { FormulaAt, OF_DEVICES } from "./formula-at.tsx";

export function DevicesPanel({ devices }: { readonly devices: number | null }): ReactNode {
  const { at, isAdministrator } = useEditing();
  const scope = at("scope");
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {devices === null
          ? "All devices that the reader may see, narrowed by what is set here."
          : `${devices.toLocaleString()} ${devices === 1 ? "device matches" : "devices match"}. A device has to match everything that is set here.`}
      </Text>
      <ProfilesAt at={scope.at("profiles")} label="Profiles" placeholder="Any profile" />
      <TextAt
        at={scope.at("nameMatches")}
        label="Name"
        placeholder="Boiler *"
        description="* stands for any characters, ? for one."
      />
      <DevicesAt at={scope.at("deviceIds")} label="These devices" placeholder="Any device" />
      {isAdministrator && (
        <>
          <GatewaysAt at={scope.at("gatewayIds")} label="Through these gateways" placeholder="Any or none" />
          <CustomersAt at={scope.at("customerIds")} label="Of these customers" placeholder="Any or none" hasNone />
        </>
      )}
      <FormulaAt
        at={scope.at("where")}
        label="Condition"
        description='On attributes and fields, such as attr.server.floor >= 2 or entity.name == "Main"'
        placeholder="Any"
        names={OF_DEVICES}
      />
    </Stack>
  );
}
