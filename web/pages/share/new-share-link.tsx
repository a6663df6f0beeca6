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
import { Warning } from "../../components/warning.tsx";
import { ClosedViews, useClosedViews } from "../dashboards/closed-views.tsx";
import { CustomerSelect } from "../devices/customer-select.tsx";
import type { FilterValues } from "../view/view-address.ts";
import type { CreatedLink, FixableFilter, SharedThing } from "./link-calls.ts";
import { exactTime } from "../../words/format.ts";
import { words } from "../../words/words.ts";

const { newLink: texts, made } = words.share;

interface NewShareLinkProps {
  readonly thing: SharedThing;
  readonly filters: readonly FixableFilter[];
  readonly present: FilterValues;
  readonly configuration: object | null;
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
const SITE_EXAMPLE = "https://www.example.com";
const EXPIRIES = choices(texts.expiries);

export function NewShareLink({ thing, filters, present, configuration, onClose }: NewShareLinkProps): ReactNode {
  const { values, set, text } = useFields<LinkFields>({
    name: "",
    days: "30",
    origins: [],
    password: "",
    customerId: null,
  });
  const [fixed, setFixed] = useState<FilterValues>(present);
  const views = useClosedViews(configuration, values.customerId === null ? [] : [values.customerId]);
  const create = useAction({
    call: async () => {
      // The address of a link is shown only once, so nothing may fail after it is made.
      await views.share();
      return await thing.create({
        name: values.name.trim(),
        expiresTime: Date.now() + Number(values.days) * DAY_MILLIS,
        lockedFilters: Object.fromEntries([...fixed].map(([name, list]) => [name, [...list]])),
        origins: [...values.origins],
        ...(values.password === "" ? {} : { password: values.password }),
        ...(values.customerId === null ? {} : { customerId: values.customerId }),
      });
    },
    stale: [thing.key[0] ?? "", "views"],
    isPartial: true,
  });
  if (create.data !== undefined) return <Made noun={thing.noun} link={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.title}
      action={texts.action}
      size="lg"
      work={{ ...create, isPending: create.isPending || views.isPending }}
      onClose={onClose}
      onSubmit={create.run}
    >
      <TextField
        {...text("name")}
        label={words.components.common.name}
        description={texts.nameSays}
        placeholder={texts.namePlaceholder}
        data-autofocus
      />
      <ChoiceSelect
        label={texts.expires}
        choices={EXPIRIES}
        value={values.days}
        onValue={(days) => set("days", days)}
      />
      {filters.map((filter) => {
        const values = fixed.get(filter.name);
        return (
          <Group key={filter.name} gap="md" align="flex-end">
            <Checkbox
              label={<span className="foreign">{texts.fix(filter.label)}</span>}
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
        label={texts.sites}
        description={texts.sitesSay}
        placeholder={values.origins.length === 0 ? SITE_EXAMPLE : undefined}
        value={[...values.origins]}
        onChange={(origins) => set("origins", origins)}
      />
      <CustomerSelect
        label={texts.dataOf}
        placeholder={texts.dataOfPlaceholder}
        value={values.customerId}
        onChange={(id) => set("customerId", id)}
      />
      <ClosedViews {...views} />
      <PasswordField
        {...text("password")}
        label={words.components.common.password}
        description={texts.passwordSays}
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
  const frame = `<iframe src="${link.url}" title="${made.frameTitle[noun]}" width="100%" height="600" style="border: 0"></iframe>`;
  return (
    <Dialog onClose={onClose} title={made.title} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Warning title={made.copyNow}>{made.shownOnce(exactTime(link.expiresTime))}</Warning>
        <CopyText text={link.url} label={made.link} block />
        {isOfThisComputer(link.url) && <Warning title={made.thisComputer}>{made.thisComputerSays}</Warning>}
        {link.origins.length > 0 && (
          <>
            <Text fw={500}>{made.forPage}</Text>
            <CopyText text={frame} label={made.frame} block />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{made.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function isOfThisComputer(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
