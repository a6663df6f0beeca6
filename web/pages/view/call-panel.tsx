// How programs get the same report: the address of the view, and a command that makes the call.
import { Code, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { choices } from "../../components/choices.ts";
import { API_KEY, apiKeyCommand, EMAIL, loginCommand, PASSWORD } from "./curl.ts";
import type { RunRequest } from "./view-address.ts";

interface CallPanelProps {
  readonly viewId: string;
  readonly address: string;
  readonly request: RunRequest;
  readonly onClose: () => void;
}

const WAYS = choices({ login: "buildReport, with a login", key: "Typed data, with an API key" });

export function CallPanel({ viewId, address, request, onClose }: CallPanelProps): ReactNode {
  const [way, setWay] = useState("login");
  const isLogin = way === "login";
  const command = (isLogin ? loginCommand : apiKeyCommand)(new URL(address).origin, viewId, request);
  return (
    <Dialog onClose={onClose} title="For programs" size="xl">
      <Stack>
        <div>
          <Text fw={500} mb={4}>
            Link of this view
          </Text>
          <CopyText text={address} label="the link of the view" />
          <Text c="dimmed" mt={4}>
            The last part is the id of the view. The call sends it as <Code>viewConfigId</Code>.
          </Text>
        </div>
        <SegmentedControl aria-label="Credentials" data={WAYS} value={way} onChange={setWay} />
        <Text>
          {isLogin ? (
            <>
              Replace <Code>{EMAIL}</Code> and <Code>{PASSWORD}</Code> with your email address and password. The answer
              has the column labels and the rows.
            </>
          ) : (
            <>
              Replace <Code>{API_KEY}</Code> with one of your API keys. The answer has typed cells, and null for missing
              values.
            </>
          )}{" "}
          The call uses the range and filters of this page.
        </Text>
        <CopyText text={command} label="the command" block />
      </Stack>
    </Dialog>
  );
}
