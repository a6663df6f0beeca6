// All details of one audit log record, and its time, which opens them.
import { Alert, Anchor, Code, ScrollArea, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NULL_ID } from "../../api/schemas.ts";
import { CopyIcon, CopyText } from "../../components/copy-text.tsx";
import { SideDialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { ACTION_LABELS, isOfLink, pathOf, typeLabel, type AuditLog } from "./audit-words.ts";

const WORDS = words.audit;

interface AuditDetailsProps {
  readonly record: AuditLog;
  readonly onClose: () => void;
}

export function AuditDetails({ record, onClose }: AuditDetailsProps): ReactNode {
  const { actionType, actionStatus, actionFailureDetails, actionData, entityId, entityName, userName, userId } = record;
  const hasFailed = actionStatus === "FAILURE";
  const data = JSON.stringify(actionData, null, 2);
  const isLink = isOfLink(record);
  const [whose, whoseId] = isLink ? [WORDS.creator, WORDS.creatorId] : [WORDS.user, WORDS.userId];
  const path = pathOf(entityId);
  const name = entityName ?? entityId.id;
  return (
    <SideDialog position="right" size="lg" title={ACTION_LABELS[actionType]} onClose={onClose}>
      <Stack>
        <Facts
          facts={[
            { label: words.components.common.time, value: <Moment ts={record.createdTime} style="exact" /> },
            {
              label: WORDS.result,
              value: <StatusBadge tone={hasFailed ? "bad" : "good"} label={WORDS.results[actionStatus]} />,
            },
            ...(isLink ? [{ label: WORDS.user, value: WORDS.shareLink }] : []),
            { label: whose, value: <Foreign text={userName ?? WORDS.platform} label={whose} /> },
            {
              label: typeLabel(entityId.entityType),
              value:
                path === null || entityId.id === NULL_ID ? (
                  <Foreign text={entityName ?? "–"} label={words.components.common.name} />
                ) : (
                  <Anchor component={Link} to={path} className="foreign">
                    {name.length > 120 ? `${name.slice(0, 119)}…` : name}
                  </Anchor>
                ),
            },
          ]}
        />
        {hasFailed && actionFailureDetails !== "" && (
          <Alert color="red" title={WORDS.reason}>
            <Foreign text={actionFailureDetails} label={WORDS.reason} charsMax={600} />
          </Alert>
        )}
        <div>
          <Title order={3} size="h6" mb={6}>
            {WORDS.requestData} <CopyIcon text={data} label={WORDS.requestDataToCopy} />
          </Title>
          <ScrollArea.Autosize
            mah="50vh"
            viewportProps={{ tabIndex: 0, "aria-label": WORDS.requestData, role: "region" }}
          >
            <Code block className="foreign" style={{ whiteSpace: "pre-wrap" }}>
              {data}
            </Code>
          </ScrollArea.Autosize>
          <Text size="xs" c="dimmed" mt={6}>
            {WORDS.masked}
          </Text>
        </div>
        <Facts
          columns={1}
          facts={[
            { label: WORDS.recordId, value: <CopyText text={record.id.id} label={WORDS.recordId} /> },
            ...(entityId.id === NULL_ID
              ? []
              : [{ label: WORDS.entityId, value: <CopyText text={entityId.id} label={WORDS.entityId} /> }]),
            ...(userId.id === NULL_ID
              ? []
              : [{ label: whoseId, value: <CopyText text={userId.id} label={whoseId} /> }]),
          ]}
        />
      </Stack>
    </SideDialog>
  );
}

interface AuditTimeProps {
  readonly record: AuditLog;
  readonly onOpen: (record: AuditLog) => void;
}

export function AuditTime({ record, onOpen }: AuditTimeProps): ReactNode {
  return (
    <UnstyledButton className="finger-row" fz="sm" c="var(--mantine-color-anchor)" onClick={() => onOpen(record)}>
      <Moment ts={record.createdTime} style="exact" />
    </UnstyledButton>
  );
}
