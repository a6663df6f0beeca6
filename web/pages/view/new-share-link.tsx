// Creates a share link: its lifetime, fixed filters, allowed sites, and identity. Its address is shown only once.
import { Button, Checkbox, Group, Stack, TagsInput, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { SIGNED_IN } from "../../api/caller.ts";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PasswordField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { exactTime } from "../../components/moment.tsx";
import { Warning } from "../../components/warning.tsx";
import { CustomerSelect } from "../devices/customer-select.tsx";
import { FilterInputField } from "./filter-input.tsx";
import type { ShownView } from "./use-shown-view.ts";
import type { FilterValues } from "./view-address.ts";
import { overridableFilters } from "./view-filter.ts";

interface NewShareLinkProps {
  readonly view: ShownView;
  readonly present: FilterValues;
  readonly onClose: () => void;
}

interface LinkFields {
  readonly name: string;
  readonly days: string;
  readonly origins: readonly string[];
  readonly password: string;
  readonly customerId: string | null;
}

const DAY_MILLIS = 86_400_000;
const EXPIRIES = choices({ 1: "In a day", 7: "In 7 days", 30: "In 30 days", 90: "In 90 days", 365: "In a year" });

export function NewShareLink({ view, present, onClose }: NewShareLinkProps): ReactNode {
  const { values, set, text } = useFields<LinkFields>({
    name: "",
    days: "30",
    origins: [],
    password: "",
    customerId: null,
  });
  const [fixed, setFixed] = useState<FilterValues>(present);
  const filters = overridableFilters(view.filters).filter(({ input }) => input !== "none");
  const create = useAction({
    call: () =>
      ask(
        api.POST("/apiAnalytics/v1/views/{viewId}/links", {
          params: { path: { viewId: view.id } },
          body: {
            name: values.name.trim(),
            expiresTime: Date.now() + Number(values.days) * DAY_MILLIS,
            lockedFilters: Object.fromEntries([...fixed].map(([name, list]) => [name, [...list]])),
            origins: [...values.origins],
            ...(values.password === "" ? {} : { password: values.password }),
            ...(values.customerId === null ? {} : { customerId: values.customerId }),
          },
        }),
      ),
    stale: ["views"],
  });
  if (create.data !== undefined) return <Made link={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title="New share link"
      action="Make link"
      size="lg"
      work={create}
      onClose={onClose}
      onSubmit={create.run}
    >
      <TextField
        {...text("name")}
        label="Name"
        description="Helps you remember what the link is for."
        placeholder="Screen in the lobby"
        data-autofocus
      />
      <ChoiceSelect label="Ends" choices={EXPIRIES} value={values.days} onValue={(days) => set("days", days)} />
      {filters.map((filter) => {
        const values = fixed.get(filter.name);
        return (
          <Group key={filter.name} gap="md" align="flex-end">
            <Checkbox
              label={<span className="foreign">Fix {filter.label}</span>}
              checked={values !== undefined}
              pb={8}
              onChange={(event) => {
                const next = new Map(fixed);
                if (event.currentTarget.checked) next.set(filter.name, filter.saved);
                else next.delete(filter.name);
                setFixed(next);
              }}
            />
            {values !== undefined && (
              <FilterInputField
                filter={filter}
                values={values}
                onValues={(list) => setFixed(new Map(fixed).set(filter.name, list))}
                suggest={{ caller: SIGNED_IN, viewId: view.id, filters: fixed }}
              />
            )}
          </Group>
        );
      })}
      <TagsInput
        label="Sites that may embed it"
        description="Enter each as https://www.example.com. If empty, no site can show it in a frame."
        placeholder={values.origins.length === 0 ? "https://www.example.com" : undefined}
        value={[...values.origins]}
        onChange={(origins) => set("origins", origins)}
      />
      <CustomerSelect
        label="Reads as"
        placeholder="You, with the rights you have at that time"
        value={values.customerId}
        onChange={(id) => set("customerId", id)}
      />
      <PasswordField
        {...text("password")}
        label="Password"
        description="8 to 72 characters. If empty, the link needs no password."
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

function Made({
  link,
  onClose,
}: {
  readonly link: Schema<"CreatedViewLink">;
  readonly onClose: () => void;
}): ReactNode {
  const frame = `<iframe src="${link.url}" title="Report" width="100%" height="600" style="border: 0"></iframe>`;
  return (
    <Dialog onClose={onClose} title="The link is ready" size="lg" closeOnClickOutside={false}>
      <Stack>
        <Warning title="Copy it now">It is shown only once. It ends {exactTime(link.expiresTime)}.</Warning>
        <CopyText text={link.url} label="the link" block />
        {link.origins.length > 0 && (
          <>
            <Text fw={500}>For your page</Text>
            <CopyText text={frame} label="the frame" block />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
