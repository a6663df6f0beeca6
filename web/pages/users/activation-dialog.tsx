// The link with which a new user sets the password, to be handed over or mailed. The audit log records that it was
// read.
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { words } from "../../words/words.ts";
import type { User } from "./user.ts";

const WORDS = words.users.activation;

export function ActivationDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }): ReactNode {
  const { id, email } = user;
  const link = useQuery({
    queryKey: ["users", "activation", id.id],
    queryFn: read("/api/user/{userId}/activationLinkInfo", { path: { userId: id.id } }),
    // The secret must not stay in memory after the dialog.
    gcTime: 0,
    staleTime: Infinity,
  });
  const mail = useAction({
    call: () => ask(api.POST("/api/user/sendActivationMail", { params: { query: { email } } })),
  });
  return (
    <Dialog centered size="lg" title={WORDS.title} onClose={onClose}>
      <Stack>
        <Text>
          <Marked text={WORDS.text} as={() => <strong className="foreign">{email}</strong>} />
        </Text>
        <Loaded query={link} what={WORDS.link} height={60}>
          {({ value, ttlMs }) => (
            <>
              <CopyText block text={value} label={WORDS.link} />
              <Text c="dimmed">
                <Marked text={WORDS.expires} as={() => <Moment ts={link.dataUpdatedAt + ttlMs} isInSentence />} />
              </Text>
            </>
          )}
        </Loaded>
        {mail.error !== null && <ProblemAlert error={mail.error} title={WORDS.notSent} />}
        <Group justify="flex-end">
          <BusyButton
            variant="default"
            leftSection={<Mail />}
            isBusy={mail.isPending}
            disabled={mail.isSuccess}
            onClick={() => mail.run()}
          >
            {mail.isSuccess ? WORDS.sent : WORDS.send}
          </BusyButton>
          <Button onClick={onClose}>{WORDS.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
