// How programs get the same report: the address of the view, and a command that makes the call.
import { Code, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { choices } from "../../components/choices.ts";
import { API_KEY, apiKeyCommand, EMAIL, loginCommand, PASSWORD } from "./curl.ts";
import type { RunRequest } from "./view-address.ts";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";

const texts = words.view.call;

interface CallPanelProps {
  readonly viewId: string;
  readonly address: string;
  readonly request: RunRequest;
  readonly onClose: () => void;
}

const WAYS = choices(texts.ways);

export function CallPanel({ viewId, address, request, onClose }: CallPanelProps): ReactNode {
  const [way, setWay] = useState("login");
  const isLogin = way === "login";
  const command = (isLogin ? loginCommand : apiKeyCommand)(new URL(address).origin, viewId, request);
  return (
    <Dialog onClose={onClose} title={words.view.apiCall} size="xl">
      <Stack>
        <div>
          <Text fw={500} mb={4}>
            {texts.link}
          </Text>
          <CopyText text={address} label={words.view.link} />
          <Text c="dimmed" mt={4}>
            <Marked text={texts.linkSays("viewConfigId")} as={code} />
          </Text>
        </div>
        <SegmentedControl aria-label={texts.credentials} data={WAYS} value={way} onChange={setWay} />
        <Text>
          <Marked text={isLogin ? texts.loginSays(EMAIL, PASSWORD) : texts.keySays(API_KEY)} as={code} />{" "}
          {texts.selection}
        </Text>
        <CopyText text={command} label={texts.command} block />
      </Stack>
    </Dialog>
  );
}

function code(text: string): ReactNode {
  return <Code>{text}</Code>;
}
