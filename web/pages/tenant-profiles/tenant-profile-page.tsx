// The editor of a tenant profile: every limit with what it does, and what it says in words.
import {
  Alert,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useBlocker, useParams } from "@tanstack/react-router";
import { Info } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useFields } from "../../components/use-fields.ts";
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

const ABOVE = [{ label: "Tenant profiles", path: "/tenant-profiles" }];
const UNSAVED = {
  title: "Leave without saving?",
  text: "What you have changed here is lost.",
  action: "Leave",
};
const NUMBER = new Intl.NumberFormat();

export function TenantProfilePage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  const id = params.id ?? "";
  const profile = useQuery({
    queryKey: ["tenant-profiles", "one", id],
    queryFn: () => ask(api.GET("/api/tenantProfile/{id}", { params: { path: { id } } })),
    // What somebody types stays, whatever happens elsewhere.
    refetchOnWindowFocus: false,
  });
  if (profile.data !== undefined) return <Editor key={id} profile={profile.data} />;
  return (
    <>
      <PageHeader title="Tenant profile" above={ABOVE} />
      {profile.isError ? (
        <ProblemAlert
          error={profile.error}
          title="The profile could not be read"
          onRetry={() => void profile.refetch()}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

function Editor({ profile }: { readonly profile: TenantProfile }): ReactNode {
  const queries = useQueryClient();
  const confirm = useConfirm();
  const [initial, setInitial] = useState<ProfileChange>(() => changeOf(profile));
  const { values, set } = useFields<ProfileChange>(initial);
  const [isAsked, setIsAsked] = useState(false);
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  const problems = LIMIT_GROUPS.flatMap(({ limits }) => limits).filter(
    ({ name, kind }) => problemOfLimit(kind, values.limits[name] ?? "") !== null,
  );
  const save = useMutation({
    mutationFn: () => saveTenantProfile(profile, values),
    onSuccess: async () => {
      setInitial(values);
      notifications.show({ color: "teal", message: "The limits are in force." });
      await queries.invalidateQueries({ queryKey: ["tenant-profiles"] });
    },
  });
  useBlocker({
    shouldBlockFn: async () => isChanged && !(await confirm(UNSAVED)),
    enableBeforeUnload: () => isChanged,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (problems.length === 0) save.mutate();
      }}
    >
      <PageHeader
        title={profile.name}
        above={ABOVE}
        beside={profile.default ? <StatusBadge tone="accent" label="Default" /> : undefined}
        actions={
          <BusyButton type="submit" isBusy={save.isPending} disabled={!isChanged}>
            Save limits
          </BusyButton>
        }
      />
      <Stack gap="md">
        {save.isError && <ProblemAlert error={save.error} title="The profile was not saved" />}
        {isAsked && problems.length > 0 && (
          <Alert color="red" variant="light" role="alert" title="Some limits are not written right">
            {problems.map(({ label }) => label).join(", ")}
          </Alert>
        )}
        <Alert variant="light" icon={<Info size={18} aria-hidden />}>
          A save holds at once for every tenant that has this profile. A field that is empty sets no limit.
        </Alert>
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Name"
              required
              maxLength={255}
              value={values.name}
              onChange={(event) => set("name", event.currentTarget.value)}
            />
            <Textarea
              label="Description"
              autosize
              minRows={1}
              maxRows={6}
              maxLength={255}
              value={values.description}
              onChange={(event) => set("description", event.currentTarget.value)}
            />
            <NumberInput
              label="Warn from"
              description="The share of a limit of the month from which on its state is a warning."
              suffix=" %"
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
            onInput={(name, text) => set("limits", { ...values.limits, [name]: text })}
          />
        ))}
        <Group justify="flex-end">
          <BusyButton type="submit" isBusy={save.isPending} disabled={!isChanged}>
            Save limits
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

function changeOf(profile: TenantProfile): ProfileChange {
  return {
    name: profile.name,
    description: profile.description ?? "",
    limits: limitsOf(profile),
    warnPercent: warnPercentOf(profile),
  };
}

interface LimitGroupFieldsProps {
  readonly group: LimitGroup;
  readonly inputs: LimitInputs;
  readonly onInput: (name: string, text: string) => void;
}

function LimitGroupFields({ group, inputs, onInput }: LimitGroupFieldsProps): ReactNode {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={`limits-${group.id}`}>
      <Stack>
        <div>
          <Title order={2} size="h5" id={`limits-${group.id}`}>
            {group.label}
          </Title>
          <Text size="sm" c="dimmed">
            {group.text}
          </Text>
        </div>
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
      </Stack>
    </Paper>
  );
}

interface LimitFieldProps {
  readonly limit: LimitText;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function LimitField({ limit: { label, text: explanation, kind, unit }, text, onText }: LimitFieldProps): ReactNode {
  const problem = problemOfLimit(kind, text);
  const meaning = kind === "rate" ? `At most ${rateInWords(text)}` : counted(text, unit);
  const isSaid = problem === null && text.trim() !== "";
  return (
    <TextInput
      label={label}
      description={isSaid ? `${meaning}. ${explanation}` : explanation}
      placeholder={kind === "rate" ? "count:seconds" : "no limit"}
      inputMode={kind === "rate" ? "text" : "numeric"}
      maxLength={255}
      value={text}
      error={problem}
      onChange={(event) => onText(event.currentTarget.value)}
      inputWrapperOrder={["label", "input", "error", "description"]}
    />
  );
}

function counted(text: string, unit: string | undefined): string {
  const number = Number(text);
  if (number === 0) return "No limit";
  return `At most ${NUMBER.format(number)}${unit === undefined ? "" : ` ${unit}`}`;
}
