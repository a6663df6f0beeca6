// Shows what went wrong, with the id under which it is in the platform's log.
import { Alert, Button, Code, Group, List, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiProblem, detailsOf, placeText, sentenceOf } from "../api/problem.ts";
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
  const [sentence, details] = [sentenceOf(error), detailsOf(error)];
  const requestId = error instanceof ApiProblem ? error.requestId : null;
  return (
    <Alert color="red" title={title} icon={<CircleAlert size={18} />} role="alert">
      {sentence !== null && <Text>{sentence}</Text>}
      {details !== null &&
        (sentence === null ? (
          <Text>{details}</Text>
        ) : (
          <Text size="xs" c="dimmed" lang="en">
            {details}
          </Text>
        ))}
      {places.length > 1 && (
        <List size="sm" mt="xs">
          {places.map(({ pointer, message, problem }) => (
            <List.Item key={`${pointer} ${message}`}>
              {placeText({ message, problem })} {pointer !== "" && <Code>{pointer}</Code>}
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
