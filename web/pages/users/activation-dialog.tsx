// The link by which a new user sets the password, to be handed over or mailed.
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";

interface ActivationDialogProps {
  readonly email: string;
  /** Undefined while it is on its way. */
  readonly link: Schema<"UserActivationLink"> | undefined;
  /** When the link was read: what is left of it counts from there. */
  readonly readAt: number;
  readonly error: unknown;
  /** Whether a mail has been asked for, and with what success. */
  readonly mail: "none" | "sending" | "sent";
  readonly mailError: unknown;
  readonly onMail: () => void;
  readonly onClose: () => void;
}

export function ActivationDialog(props: ActivationDialogProps): ReactNode {
  const { email, link, readAt, error, mail, mailError, onMail, onClose } = props;
  return (
    <Dialog centered size="lg" title="Activation link" onClose={onClose}>
      <Stack>
        <Text size="sm">
          Give this link to <strong className="foreign">{email}</strong>. Whoever opens it sets the password of the
          account, so hand it over in a way that you trust.
        </Text>
        {error !== null && error !== undefined ? (
          <ProblemAlert error={error} title="There is no link" />
        ) : link === undefined ? (
          <Skeleton height={60} />
        ) : (
          <>
            <CopyText block text={link.value} label="activation link" />
            <Text size="sm" c="dimmed">
              It stops working <Moment ts={readAt + link.ttlMs} />.
            </Text>
          </>
        )}
        {mailError !== null && mailError !== undefined && (
          <ProblemAlert error={mailError} title="The mail was not sent" />
        )}
        <Group justify="flex-end">
          <BusyButton
            variant="default"
            leftSection={<Mail size={16} aria-hidden />}
            isBusy={mail === "sending"}
            disabled={mail === "sent"}
            onClick={onMail}
          >
            {mail === "sent" ? "Mailed" : "Mail it"}
          </BusyButton>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
