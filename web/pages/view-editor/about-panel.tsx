// What the view is for, where it is filed, who sees it, and how long a run may take.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ChoiceAt, FlagAt, NumberAt, TagsAt, TextAt, type Choice } from "./bound-fields.tsx";
import { textAt, valueAt } from "./document.ts";
import { CustomersAt } from "./device-lists.tsx";
import { DurationAt } from "./duration-at.tsx";
import { useEditing } from "./editing.ts";

const VISIBILITIES: readonly Choice[] = [
  { value: "private", label: "Its owner", says: "And the administrators of the tenant, who see all views." },
  { value: "tenant", label: "The administrators", says: "All administrators of the tenant." },
  { value: "customers", label: "Customers", says: "Their users see figures of their own devices only." },
];

export function AboutPanel(): ReactNode {
  const { view, set, isAdministrator } = useEditing();
  const visibility = textAt(view, ["sharing", "visibility"]) || "private";
  const isForAll = valueAt(view, ["sharing", "allCustomers"]) === true;
  return (
    <Stack gap="sm">
      <TextAt path={["description"]} label="Description" placeholder="What the report tells" charsMax={4000} isLong />
      <TextAt path={["folder"]} label="Folder" placeholder="Energy/Reports" description="Parts are separated by /." />
      <TagsAt path={["tags"]} label="Tags" placeholder="Type one and press Enter" />
      {isAdministrator ? (
        <>
          <ChoiceAt
            path={["sharing", "visibility"]}
            label="Who sees it"
            choices={VISIBILITIES}
            otherwise="private"
            onChoice={(next) => {
              const all = next === "customers";
              set(["sharing"], { visibility: next ?? "private", customerIds: [], allCustomers: all });
            }}
          />
          {visibility === "customers" && (
            <>
              <FlagAt path={["sharing", "allCustomers"]} label="All customers" />
              {!isForAll && <CustomersAt path={["sharing", "customerIds"]} label="These customers" />}
            </>
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Your own views are seen by you and the administrators.
        </Text>
      )}
      <DurationAt path={["options", "timeoutMs"]} label="A run may take" placeholder="As long as is usual" />
      <NumberAt
        path={["options", "cacheTtlSec"]}
        label="An answer may be as old as"
        suffix=" s"
        min={0}
        max={86_400}
        otherwise={0}
      />
      <DurationAt path={["options", "lateDataMs"]} label="Values may come late by" placeholder="Nothing" />
    </Stack>
  );
}
