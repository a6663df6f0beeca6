// Creates a share link: its lifetime, fixed filters, allowed sites, and identity. Its address is shown only once.
import { Button, Checkbox, Group, Stack, TagsInput, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
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
import type { FilterValues } from "../view/view-address.ts";
import type { CreatedLink, FixableFilter, SharedThing } from "./link-calls.ts";

interface NewShareLinkProps {
  readonly thing: SharedThing;
  readonly filters: readonly FixableFilter[];
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

export function NewShareLink({ thing, filters, present, onClose }: NewShareLinkProps): ReactNode {
  const { values, set, text } = useFields<LinkFields>({
    name: "",
    days: "30",
    origins: [],
    password: "",
    customerId: null,
  });
  const [fixed, setFixed] = useState<FilterValues>(present);
  const create = useAction({
    call: () =>
      thing.create({
        name: values.name.trim(),
        expiresTime: Date.now() + Number(values.days) * DAY_MILLIS,
        lockedFilters: Object.fromEntries([...fixed].map(([name, list]) => [name, [...list]])),
        origins: [...values.origins],
        ...(values.password === "" ? {} : { password: values.password }),
        ...(values.customerId === null ? {} : { customerId: values.customerId }),
      }),
    stale: [thing.key[0] ?? ""],
  });
  if (create.data !== undefined) return <Made noun={thing.noun} link={create.data} onClose={onClose} />;
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
            {values !== undefined &&
              filter.input(values, (list) => setFixed(new Map(fixed).set(filter.name, list ?? [])), fixed)}
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

interface MadeProps {
  readonly noun: SharedThing["noun"];
  readonly link: CreatedLink;
  readonly onClose: () => void;
}

function Made({ noun, link, onClose }: MadeProps): ReactNode {
  const title = noun === "view" ? "Report" : "Dashboard";
  const frame = `<iframe src="${link.url}" title="${title}" width="100%" height="600" style="border: 0"></iframe>`;
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
