// All details of one audit log record.
import { Alert, Anchor, Code, ScrollArea, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NULL_ID } from "../../api/schemas.ts";
import { CopyIcon, CopyText } from "../../components/copy-text.tsx";
import { SideDialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { ACTION_LABELS, pathOf, typeLabel, type AuditLog } from "./audit-words.ts";

interface AuditDetailsProps {
  readonly record: AuditLog;
  readonly onClose: () => void;
}

export function AuditDetails({ record, onClose }: AuditDetailsProps): ReactNode {
  const { actionType, actionStatus, actionFailureDetails, actionData, entityId, entityName, userName, userId } = record;
  const hasFailed = actionStatus === "FAILURE";
  const data = JSON.stringify(actionData, null, 2);
  const path = pathOf(entityId);
  const name = entityName ?? entityId.id;
  return (
    <SideDialog position="right" size="lg" title={ACTION_LABELS[actionType]} onClose={onClose}>
      <Stack>
        <Facts
          facts={[
            { label: "Time", value: <Moment ts={record.createdTime} style="exact" /> },
            {
              label: "Result",
              value: <StatusBadge tone={hasFailed ? "bad" : "good"} label={hasFailed ? "Failed" : "Successful"} />,
            },
            { label: "User", value: <Foreign text={userName ?? "the platform"} label="User" /> },
            {
              label: typeLabel(entityId.entityType),
              value:
                path === null || entityId.id === NULL_ID ? (
                  <Foreign text={entityName ?? "–"} label="Name" />
                ) : (
                  <Anchor component={Link} to={path} className="foreign">
                    {name.length > 120 ? `${name.slice(0, 119)}…` : name}
                  </Anchor>
                ),
            },
          ]}
        />
        {hasFailed && actionFailureDetails !== "" && (
          <Alert color="red" title="Reason">
            <Foreign text={actionFailureDetails} label="Reason" charsMax={600} />
          </Alert>
        )}
        <div>
          <Title order={3} size="h6" mb={6}>
            Request data <CopyIcon text={data} label="request data" />
          </Title>
          <ScrollArea.Autosize mah="50vh" viewportProps={{ tabIndex: 0, "aria-label": "Request data", role: "region" }}>
            <Code block className="foreign" style={{ whiteSpace: "pre-wrap" }}>
              {data}
            </Code>
          </ScrollArea.Autosize>
          <Text size="xs" c="dimmed" mt={6}>
            Secrets are masked.
          </Text>
        </div>
        <Facts
          columns={1}
          facts={[
            { label: "Id of the record", value: <CopyText text={record.id.id} label="id of the record" /> },
            ...(entityId.id === NULL_ID
              ? []
              : [{ label: "Id of the entity", value: <CopyText text={entityId.id} label="id of the entity" /> }]),
            ...(userId.id === NULL_ID
              ? []
              : [{ label: "Id of the user", value: <CopyText text={userId.id} label="id of the user" /> }]),
          ]}
        />
      </Stack>
    </SideDialog>
  );
}
