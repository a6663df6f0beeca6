// What a template has to know before it is a view: which keys, for whom a row is, and which state.
import { Button, Group, Loader, MultiSelect, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { isNumeric, samplesText, typesText, useKnownKeys, type KnownKey } from "./known-keys.ts";
import type { Answers, Template } from "./templates.ts";

interface TemplateQuestionsProps {
  readonly template: Template;
  readonly onAnswers: (answers: Answers) => void;
}

const GROUPS = [
  { value: "entity.name", label: "Device" },
  { value: "entity.profile", label: "Profile" },
  { value: "entity.customer", label: "Customer" },
  { value: "entity.gateway", label: "Gateway" },
];

export function TemplateQuestions({ template, onAnswers }: TemplateQuestionsProps): ReactNode {
  const { asks, title, says } = template;
  const [text, setText] = useState("");
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [by, setBy] = useState("entity.name");
  const [state, setState] = useState("");
  const known = useKnownKeys("", null);
  const found = useKnownKeys(text, "telemetry");
  const telemetry = (found.data ?? []).filter(({ kind }) => kind === "telemetry");
  const fitting = asks.includes("state") || template.id === "latest" ? telemetry : telemetry.filter(isNumeric);
  const attributes = (known.data ?? []).filter(({ kind }) => kind === "attribute");
  const [first] = keys;
  const chosen = telemetry.find(({ key }) => key === first);
  const isAnswered =
    ((!asks.includes("key") && !asks.includes("keys")) || keys.length > 0) && (!asks.includes("state") || state !== "");
  return (
    <Paper withBorder p="lg" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isAnswered) onAnswers({ keys, by, state });
        }}
      >
        <Stack>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {says}
          </Text>
          {found.error !== null && <ProblemAlert error={found.error} onRetry={() => void found.refetch()} />}
          {found.isPending && <Loader size="sm" aria-label="The keys are being read" />}
          {found.isSuccess && fitting.length === 0 && text === "" && (
            <Text size="sm">
              No device has sent a fitting value yet. Connect one, or start from nothing and add columns later.
            </Text>
          )}
          {asks.includes("keys") && (
            <MultiSelect
              label="Which values"
              searchable
              required
              data={options(fitting, keys)}
              value={[...keys]}
              onChange={setKeys}
              onSearchChange={setText}
              nothingFoundMessage="No key has this in its name"
            />
          )}
          {asks.includes("key") && (
            <Select
              label={template.id === "consumption" ? "Which counter" : "Which value"}
              searchable
              required
              allowDeselect={false}
              data={options(fitting, keys)}
              value={first ?? null}
              onChange={(key) => setKeys(key === null ? [] : [key])}
              description={chosen === undefined ? undefined : `${typesText(chosen)} · ${samplesText(chosen)}`}
              inputWrapperOrder={["label", "input", "description", "error"]}
              nothingFoundMessage="No key has this in its name"
            />
          )}
          {asks.includes("by") && (
            <Select
              label="For each"
              searchable
              allowDeselect={false}
              data={[
                { group: "Devices", items: GROUPS },
                {
                  group: "Attributes",
                  items: attributes.map(({ key, scope }) => ({
                    value: `attr.${scope ?? "server"}.${key}`,
                    label: `${key} (${scope ?? "server"})`,
                  })),
                },
              ]}
              value={by}
              onChange={(value) => setBy(value ?? by)}
            />
          )}
          {asks.includes("state") && (
            <TextInput
              label="State"
              description="The value that it has then, such as run or true"
              required
              maxLength={100}
              value={state}
              onChange={(event) => setState(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button component={Link} to="/views/new" variant="default">
              Other templates
            </Button>
            <Button type="submit" disabled={!isAnswered}>
              Go on
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function options(keys: readonly KnownKey[], chosen: readonly string[]): string[] {
  return [...new Set([...keys.map(({ key }) => key), ...chosen])];
}
