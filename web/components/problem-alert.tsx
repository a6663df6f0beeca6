// Shows what went wrong, with the id under which it is in the platform's log.
import { Alert, Button, Code, Group, List, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiProblem, messageOf, sentenceOf } from "../api/problem.ts";
import { words } from "../words/words.ts";

interface ProblemAlertProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
  /** Label of the retry button. */
  readonly retry?: string;
}

export function ProblemAlert({
  error,
  title = words.components.problem.failed,
  onRetry,
  retry = words.components.common.retry,
}: ProblemAlertProps): ReactNode {
  const places = error instanceof ApiProblem ? error.places : [];
  const sentence = sentenceOf(error);
  const requestId = error instanceof ApiProblem ? error.requestId : null;
  return (
    <Alert color="red" title={title} icon={<CircleAlert size={18} />} role="alert">
      {sentence !== null && <Text>{sentence}</Text>}
      {/* The platform writes English. */}
      <Text lang={sentence === null ? undefined : "en"}>{messageOf(error)}</Text>
      {places.length > 1 && (
        <List size="sm" mt="xs">
          {places.map(({ pointer, message }) => (
            <List.Item key={`${pointer} ${message}`}>
              {message} {pointer !== "" && <Code>{pointer}</Code>}
            </List.Item>
          ))}
        </List>
      )}
      {(requestId !== null || onRetry !== undefined) && (
        <Group mt="sm" gap="sm">
          {onRetry !== undefined && (
            <Button size="compact-sm" variant="light" color="red" onClick={onRetry}>
              {retry}
            </Button>
          )}
          {requestId !== null && (
            <Text size="xs" c="dimmed">
              {words.components.problem.request(requestId)}
            </Text>
          )}
        </Group>
      )}
    </Alert>
  );
}
