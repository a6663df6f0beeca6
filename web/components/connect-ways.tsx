// Ways to connect, as tabs: the commands to run and the files to save, in order and ready to be copied.
import { Group, List, Stack, Tabs, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyText } from "./copy-text.tsx";
import { words } from "../words/words.ts";

export interface ConnectStep {
  /** A command to run in a terminal, a file to save, or a section to add to an existing file. */
  readonly kind: "command" | "file" | "section";
  readonly file: string | null;
  readonly text: string;
}

export interface ConnectWay {
  readonly id: string;
  readonly label: string;
  readonly steps: readonly ConnectStep[];
}

interface ConnectWaysProps {
  readonly ways: readonly ConnectWay[];
  /** If it is none of the ways, the first is shown. */
  readonly chosen: string | null;
  readonly onChosen: (id: string) => void;
}

export function ConnectWays({ ways, chosen, onChosen }: ConnectWaysProps): ReactNode {
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];
  if (way === undefined) return null;
  return (
    <Tabs
      value={way.id}
      keepMounted={false}
      onChange={(next) => {
        if (next !== null) onChosen(next);
      }}
    >
      <Tabs.List aria-label={words.components.connect.ways}>
        {ways.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map(({ id, steps }) => (
        <Tabs.Panel key={id} value={id} pt="md">
          <Steps steps={steps} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Steps({ steps }: Pick<ConnectWay, "steps">): ReactNode {
  return (
    <List
      type="ordered"
      listStyleType="none"
      withPadding={false}
      spacing="md"
      styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}
    >
      {steps.map((step, index) => (
        <List.Item key={`${String(index)} ${step.text}`}>
          <Stack gap={4}>
            <Group gap={6}>
              <Text fw={500}>
                {steps.length > 1 ? `${String(index + 1)}. ` : ""}
                {purposeOf(step)}
              </Text>
            </Group>
            <CopyText text={step.text} label={step.file ?? commandName(index, steps.length)} block />
          </Stack>
        </List.Item>
      ))}
    </List>
  );
}

function commandName(index: number, count: number): string {
  const { command, onlyCommand } = words.components.connect;
  return count === 1 ? onlyCommand : command(index + 1);
}

function purposeOf({ kind, file, text }: ConnectStep): string {
  const { fetchCertificate, run, saveAs, saveFile, replaceSection, replaceInConfiguration } = words.components.connect;
  switch (kind) {
    case "command":
      return /^curl .* -o /.test(text) ? fetchCertificate : run;
    case "file":
      return file === null ? saveFile : saveAs(file);
    case "section":
      return file === null ? replaceInConfiguration : replaceSection(file);
  }
}
