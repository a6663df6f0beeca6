// A new dashboard: empty, or from a template with the keys that it asks for.
import { Group, Loader, Radio, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DESCRIPTION_BELOW, TextField } from "../../components/form-fields.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { EMPTY_CONFIGURATION, NEW_CONFIGURATION, type Configuration } from "../dashboard/configuration.ts";
import { createDashboard, type Dashboard } from "../dashboard/dashboard-calls.ts";
import { KeySelect } from "../view-editor/key-select.tsx";
import { createNumbered } from "../view-editor/view-calls.ts";
import type { ViewDraft } from "../view-editor/view-draft.ts";
import { ViewPicture } from "../views/view-picture.tsx";
import { words } from "../../words/words.ts";
import { fitsFor } from "./guesses.ts";
import { rangeFor } from "./sending-devices.ts";
import { configurationWith, TEMPLATES, type TemplatePanel } from "./templates.ts";
import { useTemplateAnswers, type TemplateAnswers } from "./use-template-answers.ts";

interface NewDashboardProps {
  /** `isEmpty`: it has no panels yet. */
  readonly onCreated: (dashboard: Dashboard, isEmpty: boolean) => unknown;
  readonly onClose: () => void;
}

const WORDS = words.dashboards.creation;
const EMPTY = "empty";
const UNIT_CHARS_MAX = 32;
/** So that no template is alone in the last of two columns. */
const IS_EVEN = TEMPLATES.length % 2 === 0;

export function NewDashboard({ onCreated, onClose }: NewDashboardProps): ReactNode {
  const { address } = useAddress();
  // A link may name a template.
  const [wanted, setWanted] = useState(() => textOf(address, "new"));
  const [typed, setTyped] = useState<string | null>(null);
  const template = TEMPLATES.find(({ id }) => id === wanted);
  const asked = useTemplateAnswers(template?.asks ?? []);
  const title = typed ?? template?.title ?? "";
  const create = useAction({
    call: async () => {
      if (template === undefined) return await createDashboard(title.trim(), NEW_CONFIGURATION);
      if (template.asks.length > 0 && asked.answers.keys.size === 0) throw new Error(WORDS.chooseOne);
      // It is a guess: one that fails is no reason to make no dashboard.
      const timeRange = await rangeFor(asked.answers, Date.now()).catch(() => EMPTY_CONFIGURATION.timeRange);
      return await createWith(title.trim(), template.build(asked.answers), timeRange);
    },
    stale: ["dashboards", "views"],
    onDone: (dashboard) => onCreated(dashboard, template === undefined),
  });
  return (
    <FormDialog
      title={words.dashboards.new}
      action={WORDS.action}
      size="lg"
      // What a template shows depends on what devices have.
      work={template === undefined ? create : { ...create, isPending: create.isPending || asked.isPending }}
      onSubmit={create.run}
      onClose={onClose}
    >
      <TextField
        field="title"
        label={words.components.common.title}
        placeholder={words.dashboards.example}
        required
        data-autofocus
        value={title}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Radio.Group
        label={WORDS.start}
        description={WORDS.startSays}
        inputWrapperOrder={DESCRIPTION_BELOW}
        value={template?.id ?? EMPTY}
        onChange={setWanted}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={4}>
          <Beginning value={EMPTY} title={WORDS.empty} says={WORDS.emptySays} picture={EMPTY} isWide={IS_EVEN} />
          {TEMPLATES.map(({ id, title: name, says, picture }) => (
            <Beginning key={id} value={id} title={name} says={says} picture={picture} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {template !== undefined &&
        (template.asks.length > 0 ? <Questions asked={asked} /> : <Text c="dimmed">{WORDS.ofAllDevices}</Text>)}
    </FormDialog>
  );
}

/** Views of a dashboard that was refused would be shown by nothing. */
async function createWith(
  title: string,
  panels: readonly TemplatePanel[],
  timeRange: Configuration["timeRange"],
): Promise<Dashboard> {
  const views: string[] = [];
  try {
    const saveView = async (view: ViewDraft): Promise<string> => {
      const { id } = await createNumbered(view);
      views.push(id);
      return id;
    };
    const configuration = await configurationWith(panels, saveView, timeRange);
    return await createDashboard(title, configuration);
  } catch (error) {
    await Promise.allSettled(
      views.map((viewId) => ask(api.DELETE("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId } } }))),
    );
    throw error;
  }
}

interface BeginningProps {
  readonly value: string;
  readonly title: string;
  readonly says: string;
  readonly picture: string;
  /** Over both columns. */
  readonly isWide?: boolean;
}

function Beginning({ value, title, says, picture, isWide = false }: BeginningProps): ReactNode {
  const style = { display: "flex", ...(isWide ? { gridColumn: "1 / -1" } : {}) };
  return (
    <Radio.Card value={value} p="sm" radius="md" aria-label={title} style={style}>
      <Group gap="sm" wrap="nowrap" align="flex-start" flex={1}>
        <Radio.Indicator />
        <Stack gap={2} flex={1} miw={0}>
          <Text fw={600}>{title}</Text>
          <Text size="xs" c="dimmed">
            {says}
          </Text>
        </Stack>
        {picture !== EMPTY && <ViewPicture type={picture} height={32} />}
      </Group>
    </Radio.Card>
  );
}

const ALL = "all";

function Questions({ asked }: { readonly asked: TemplateAnswers }): ReactNode {
  const { values, profileId, profiles, setProfile, setValue } = asked;
  if (asked.error !== null) return <ProblemAlert error={asked.error} onRetry={asked.again} />;
  if (asked.isPending) return <Loader size="sm" aria-label={WORDS.loadingKeys} />;
  return (
    <>
      <Select
        label={words.components.common.devices}
        searchable
        allowDeselect={false}
        data={[
          { value: ALL, label: WORDS.allDevices },
          ...profiles.map(({ id, name }) => ({ value: id, label: WORDS.ofProfile(name) })),
        ]}
        value={profileId ?? ALL}
        onChange={(next) => setProfile(next === null || next === ALL ? null : next)}
        description={WORDS.devicesSay}
        inputWrapperOrder={DESCRIPTION_BELOW}
      />
      {values.map(({ asked: value, key, unit }) => (
        <Group key={value.name} gap="sm" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <KeySelect
              label={value.label}
              value={key}
              onValue={(next) => setValue(value.name, { key: next })}
              fits={fitsFor(value)}
              profileId={profileId}
            />
          </div>
          {value.unit !== null && (
            <TextInput
              label={WORDS.unit}
              aria-label={WORDS.unitOf(value.label)}
              w={90}
              maxLength={UNIT_CHARS_MAX}
              value={unit}
              onChange={(event) => setValue(value.name, { unit: event.currentTarget.value })}
            />
          )}
        </Group>
      ))}
      {values.every(({ key }) => key === "") && <Text c="dimmed">{WORDS.noValues}</Text>}
    </>
  );
}
