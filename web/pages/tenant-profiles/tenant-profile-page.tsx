// The editor of a tenant profile: every limit with its description, and its value in words.
import { Alert, NumberInput, Paper, SimpleGrid, TextInput, type InputWrapperProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { usePageId, EntityPage } from "../../app/entity-page.tsx";
import { useAction } from "../../app/use-action.ts";
import { TextField, TextAreaField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { countText, GROUP_SEPARATOR, PERCENT_SUFFIX } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { LIMIT_GROUPS, type LimitGroup, type LimitText } from "../limits/limit-texts.ts";
import { rateInWords } from "../limits/rate.ts";
import {
  limitsOf,
  problemOfLimit,
  saveTenantProfile,
  warnPercentOf,
  type LimitInputs,
  type ProfileChange,
  type TenantProfile,
} from "./tenant-profile.ts";

const WORDS = words.tenantProfiles;
const COMMON = words.components.common;
const ABOVE = { label: WORDS.title, path: "/tenant-profiles" };
const LIMITS = LIMIT_GROUPS.flatMap(({ limits }) => limits);

export function TenantProfilePage(): ReactNode {
  const id = usePageId();
  const query = useQuery({
    queryKey: ["tenant-profiles", "one", id],
    queryFn: read("/api/tenantProfile/{tenantProfileId}", { path: { tenantProfileId: id } }),
    // What is typed is not overwritten, whatever changes elsewhere.
    refetchOnWindowFocus: false,
  });
  return (
    <EntityPage noun="tenant profile" above={ABOVE} query={query}>
      {(profile) => <Editor key={JSON.stringify(profile)} profile={profile} />}
    </EntityPage>
  );
}

function Editor({ profile }: { readonly profile: TenantProfile }): ReactNode {
  const { values, set, text, isChanged } = useFields<ProfileChange>({
    name: profile.name,
    description: profile.description ?? "",
    limits: limitsOf(profile),
    warnPercent: warnPercentOf(profile),
  });
  const [isChecked, setChecked] = useState(false);
  const problems = LIMITS.filter(({ name, kind }) => problemOfLimit(kind, values.limits[name] ?? "") !== null);
  const save = useAction({
    call: () => saveTenantProfile(profile, values),
    done: WORDS.saved,
    stale: ["tenant-profiles"],
  });
  useUnsaved(() => isChanged);
  return (
    <>
      <PageHeader
        title={profile.name}
        above={[ABOVE]}
        badges={profile.default ? <StatusBadge tone="accent" label={WORDS.default} /> : undefined}
      />
      <Form
        action={WORDS.save}
        work={save}
        isEndInSight
        failed={WORDS.notSaved}
        isChanged={isChanged}
        onSubmit={() => {
          setChecked(true);
          if (problems.length === 0) save.run();
        }}
      >
        {isChecked && problems.length > 0 && (
          <Alert color="red" role="alert" title={WORDS.invalid}>
            {problems.map(({ label }) => label).join(", ")}
          </Alert>
        )}
        <Alert icon={<Info size={18} />}>{WORDS.effect}</Alert>
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField {...text("name")} label={COMMON.name} required />
            <TextAreaField {...text("description")} label={COMMON.description} minRows={1} maxLength={255} />
            <NumberInput
              label={WORDS.warnFrom}
              description={WORDS.warnFromHelp}
              suffix={PERCENT_SUFFIX}
              min={1}
              max={100}
              allowDecimal={false}
              value={values.warnPercent}
              onChange={(value) => {
                if (typeof value === "number") set("warnPercent", value);
              }}
            />
          </SimpleGrid>
        </Paper>
        {LIMIT_GROUPS.map((group) => (
          <LimitGroupFields
            key={group.id}
            group={group}
            inputs={values.limits}
            onInput={(name, limit) => set("limits", { ...values.limits, [name]: limit })}
          />
        ))}
      </Form>
    </>
  );
}

interface LimitGroupFieldsProps {
  readonly group: LimitGroup;
  readonly inputs: LimitInputs;
  readonly onInput: (name: string, text: string) => void;
}

function LimitGroupFields({ group, inputs, onInput }: LimitGroupFieldsProps): ReactNode {
  return (
    <Panel title={group.label} text={group.text}>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {group.limits.map((limit) => (
          <LimitField
            key={limit.name}
            limit={limit}
            text={inputs[limit.name] ?? ""}
            onText={(text) => onInput(limit.name, text)}
          />
        ))}
      </SimpleGrid>
    </Panel>
  );
}

interface LimitFieldProps {
  readonly limit: LimitText;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function LimitField({ limit: { label, text: explanation, kind, unit }, text, onText }: LimitFieldProps): ReactNode {
  const problem = problemOfLimit(kind, text);
  const meaning = kind === "rate" ? WORDS.meaning.atMost(rateInWords(text)) : counted(text, unit);
  const isSaid = problem === null && text.trim() !== "";
  const field: Pick<InputWrapperProps, "label" | "description" | "error" | "inputWrapperOrder"> = {
    label,
    description: isSaid ? `${meaning}. ${explanation}` : explanation,
    error: problem,
    inputWrapperOrder: ["label", "input", "error", "description"],
  };
  return kind === "rate" ? (
    <TextInput
      {...field}
      placeholder={WORDS.ratePlaceholder}
      maxLength={255}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  ) : (
    <NumberInput
      {...field}
      placeholder={WORDS.noLimit}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={GROUP_SEPARATOR}
      // From one to many millions in single steps helps nobody.
      hideControls
      value={text === "" ? "" : Number(text)}
      onChange={(value) => onText(String(value))}
    />
  );
}

function counted(text: string, unit: string | undefined): string {
  const number = Number(text);
  if (number === 0) return WORDS.meaning.none;
  return WORDS.meaning.atMost(`${countText(number)}${unit === undefined ? "" : ` ${unit}`}`);
}
