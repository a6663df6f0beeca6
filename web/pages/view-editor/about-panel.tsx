// What the view is for, its folder, who sees it, and how long a run may take.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, DurationAt, FlagAt, NumberAt, TagsAt, TextAt } from "./bound-fields.tsx";
import { CustomersAt } from "./device-lists.tsx";
import { textAt, valueAt } from "./document.ts";
import { useEditing } from "./editing.ts";

const VISIBILITIES = choices(
  { private: "Its owner", tenant: "The administrators", customers: "Customers" },
  {
    private: "And the administrators of the tenant, who see all views.",
    tenant: "All administrators of the tenant.",
    customers: "Their users see figures of their own devices only.",
  },
);

export function AboutPanel(): ReactNode {
  const { view, set, isAdministrator } = useEditing();
  const isForCustomers = textAt(view, ["sharing", "visibility"]) === "customers";
  return (
    <Stack gap="sm">
      <TextAt path={["description"]} label="Description" placeholder="What the report shows" charsMax={4000} isLong />
      <TextAt path={["folder"]} label="Folder" placeholder="Energy/Reports" description="Parts are separated by /." />
      <TagsAt path={["tags"]} label="Tags" placeholder="Type one and press Enter" />
      {isAdministrator && (
        <ChoiceAt
          path={["sharing", "visibility"]}
          label="Who sees it"
          choices={VISIBILITIES}
          otherwise="private"
          onChoice={(visibility) => {
            set(["sharing"], { visibility, customerIds: [], allCustomers: visibility === "customers" });
          }}
        />
      )}
      {isAdministrator && isForCustomers && (
        <>
          <FlagAt path={["sharing", "allCustomers"]} label="All customers" />
          {valueAt(view, ["sharing", "allCustomers"]) !== true && (
            <CustomersAt path={["sharing", "customerIds"]} label="These customers" />
          )}
        </>
      )}
      {!isAdministrator && <Text c="dimmed">Your own views are seen by you and the administrators.</Text>}
      <DurationAt path={["options", "timeoutMs"]} label="Time limit of a run" placeholder="The default" />
      <NumberAt
        path={["options", "cacheTtlSec"]}
        label="Keep an answer for"
        suffix=" s"
        min={0}
        max={86_400}
        otherwise={0}
      />
      <DurationAt path={["options", "lateDataMs"]} label="Values may arrive late by" placeholder="Nothing" />
    </Stack>
  );
}
