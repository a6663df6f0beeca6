// Everything that keeps the view from running, each with the way to the part that it is about.
import { Alert, Anchor, List } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ViewProblem } from "./editing.ts";

interface ProblemListProps {
  readonly problems: readonly ViewProblem[];
  readonly onGo: (pointer: string) => void;
}

export function ProblemList({ problems, onGo }: ProblemListProps): ReactNode {
  const title =
    problems.length === 1 ? "One thing is missing or wrong" : `${problems.length} things are missing or wrong`;
  return (
    <Alert color="yellow" variant="light" title={title} icon={<CircleAlert size={18} aria-hidden />}>
      <List size="sm" spacing={2}>
        {problems.map(({ pointer, message }) => (
          <List.Item key={`${pointer} ${message}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              c="var(--mantine-color-text)"
              td="underline"
              className="foreign"
              onClick={() => onGo(pointer)}
            >
              {message}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
