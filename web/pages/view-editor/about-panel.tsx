// The purpose of the view, its folder, who sees it, and the time limit of a run.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, DurationAt, FlagAt, NumberAt, TagsAt, TextAt } from "./bound-fields.tsx";
import { CustomersAt } from "./device-lists.tsx";
import { useEditing } from "./editing.ts";

const VISIBILITIES = choices(
  { private: "Its owner", tenant: "The administrators", customers: "Customers" },
  {
    private: "Administrators of the tenant see it too: they see all views.",
    tenant: "All administrators of the tenant.",
    customers: "Their users see only data from their own devices.",
  },
);

export function AboutPanel(): ReactNode {
  const { at, isAdministrator } = useEditing();
  const [sharing, options] = [at("sharing"), at("options")];
  return (
    <Stack gap="sm">
      <TextAt at={at("description")} label="Description" placeholder="What the report shows" isLong />
      <TextAt at={at("folder")} label="Folder" placeholder="Energy/Reports" description="Separate parts with /." />
      <TagsAt at={at("tags")} label="Tags" placeholder="Type one and press Enter" />
      {isAdministrator && (
        <ChoiceAt
          at={sharing.at("visibility")}
          label="Who sees it"
          choices={VISIBILITIES}
          onChoice={(visibility) =>
            sharing.set({ visibility, customerIds: [], allCustomers: visibility === "customers" })
          }
        />
      )}
      {isAdministrator && sharing.value?.visibility === "customers" && (
        <>
          <FlagAt at={sharing.at("allCustomers")} label="All customers" />
          {sharing.value.allCustomers !== true && (
            <CustomersAt at={sharing.at("customerIds")} label="These customers" />
          )}
        </>
      )}
      {!isAdministrator && <Text c="dimmed">You and the administrators can see your views.</Text>}
      <DurationAt at={options.at("timeoutMs")} label="Time limit of a run" placeholder="The default" />
      <NumberAt at={options.at("cacheTtlSec")} label="Cache results for" suffix=" s" />
      <DurationAt at={options.at("lateDataMs")} label="Values may arrive late by" placeholder="Nothing" />
    </Stack>
  );
}
