// Why there is no report, in words, with the options: retry, run in the background, or see how much it would read.
import { Alert, Button, Group, List, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { ApiProblem, detailsOf, placeText, sentenceOf } from "../../api/problem.ts";
import { costText } from "./cost-text.ts";
import { useCost, type Run } from "./cost.ts";
import { adviceFor } from "./problem-words.ts";
import { words } from "../../words/words.ts";

const texts = words.view.problem;

interface ReportProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Omitted if background reports are not available, as for bearers of links. */
  readonly onBackground?: () => void;
  /** Its cost is shown if it was too much. */
  readonly run?: Run;
}

export function ReportProblem({ error, onRetry, onBackground, run }: ReportProblemProps): ReactNode {
  const { title, text, offers } = adviceFor(error);
  const refusal = error instanceof ApiProblem ? error : null;
  const places = refusal?.places ?? [];
  return (
    <Alert color="red" title={title} icon={<CircleAlert size={18} />} role="alert">
      {text !== "" && <Text>{text}</Text>}
      <Text c={text === "" ? undefined : "dimmed"} className="foreign">
        {detailsOf(error) ?? sentenceOf(error)}
      </Text>
      {places.length > 1 && (
        <List size="sm" mt="xs">
          {places.map(({ pointer, message, problem }) => (
            <List.Item key={`${pointer} ${message}`} className="foreign">
              {placeText({ message, problem })}
            </List.Item>
          ))}
        </List>
      )}
      {offers.includes("cost") && run !== undefined && <Cost run={run} />}
      <Group mt="sm" gap="sm">
        {offers.includes("retry") && <RetryButton seconds={refusal?.retryAfterSeconds ?? 0} onRetry={onRetry} />}
        {offers.includes("background") && onBackground !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onBackground}>
            {words.view.runInBackground}
          </Button>
        )}
        {offers.includes("views") && (
          <Button size="compact-sm" variant="default" component={Link} to="/views">
            {texts.toViews}
          </Button>
        )}
        {refusal?.requestId !== null && refusal?.requestId !== undefined && (
          <Text size="xs" c="dimmed">
            {texts.request(refusal.requestId)}
          </Text>
        )}
      </Group>
    </Alert>
  );
}

/** Counts down if the platform says when to retry. */
function RetryButton({ seconds, onRetry }: { readonly seconds: number; readonly onRetry: () => void }): ReactNode {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      {left > 0 ? texts.retryIn(left) : texts.retry}
    </Button>
  );
}

function Cost({ run }: { readonly run: Run }): ReactNode {
  const cost = useCost(run);
  if (cost.data === undefined) return null;
  return <Text mt="xs">{texts.cost(costText(cost.data), cost.data.limits.samples)}</Text>;
}
