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
          ? "All devices the reader can see that match these settings."
          : `${devices.toLocaleString()} ${devices === 1 ? "device matches" : "devices match"}. A device must match all settings here.`}
      </Text>
      <ProfilesAt at={scope.at("profiles")} label="Profiles" placeholder="Any profile" />
      <TextAt
        at={scope.at("nameMatches")}
        label="Name"
        placeholder="Boiler *"
        description="Use * for any characters and ? for one."
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
