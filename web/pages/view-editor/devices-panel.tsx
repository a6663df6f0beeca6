// The devices of the view. Each condition narrows them further; without any, the view covers everything that the reader
// may see.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { TextAt } from "./bound-fields.tsx";
import { CustomersAt, DevicesAt, GatewaysAt, ProfilesAt } from "./device-lists.tsx";
import { useEditing } from "./editing.ts";
import { FormulaAt, OF_DEVICES } from "./formula-at.tsx";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.devices;

export function DevicesPanel({ devices }: { readonly devices: number | null }): ReactNode {
  const { at, isAdministrator } = useEditing();
  const scope = at("scope");
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {devices === null ? texts.all : texts.matching(devices)}
      </Text>
      <ProfilesAt at={scope.at("profiles")} label={texts.profiles} placeholder={texts.profilesPlaceholder} />
      <TextAt
        at={scope.at("nameMatches")}
        label={words.components.common.name}
        placeholder={texts.namePlaceholder}
        description={texts.nameSays}
      />
      <DevicesAt at={scope.at("deviceIds")} label={texts.theseDevices} placeholder={texts.devicesPlaceholder} />
      {isAdministrator && (
        <>
          <GatewaysAt at={scope.at("gatewayIds")} label={texts.gateways} placeholder={texts.gatewaysPlaceholder} />
          <CustomersAt
            at={scope.at("customerIds")}
            label={texts.customers}
            placeholder={texts.customersPlaceholder}
            hasNone
          />
        </>
      )}
      <FormulaAt
        at={scope.at("where")}
        label={texts.condition}
        description={texts.conditionSays}
        placeholder={texts.conditionPlaceholder}
        names={OF_DEVICES}
      />
    </Stack>
  );
}
