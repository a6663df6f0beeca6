// The page of one entity: its query, its name in the heading, and what is shown while it is loading or does not exist.
import { Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { Pencil, SearchX, Trash2 } from "lucide-react";
import { Fragment, useState, type ReactNode } from "react";
import { ApiProblem } from "../api/problem.ts";
import { BusyButton } from "../components/busy-button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded, type Query } from "../components/loaded.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { words } from "../words/words.ts";
import type { Noun } from "./entity-list.tsx";
import { withCapital } from "../words/format.ts";

export function usePageId(): string {
  const { id = "" }: { readonly id?: string } = useParams({ strict: false });
  return id;
}

interface EntityPageProps<Entity> {
  readonly noun: Noun;
  /** The list that contains it. */
  readonly above: { readonly label: string; readonly path: string };
  readonly query: Query<Entity>;
  readonly children: (entity: Entity) => ReactNode;
}

export function EntityPage<Entity>({ noun, above, query, children }: EntityPageProps<Entity>): ReactNode {
  const id = usePageId();
  const { data, error } = query;
  if (data !== undefined) return <Fragment key={id}>{children(data)}</Fragment>;
  const { one, all, isGone: isGoneTitle } = words.app.nouns[noun];
  const isGone = error instanceof ApiProblem && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHeader title={withCapital(one)} above={[above]} />
      {isGone ? (
        <EmptyState
          icon={SearchX}
          title={isGoneTitle}
          action={
            <Button component={Link} to={above.path} variant="light">
              {all}
            </Button>
          }
        >
          {words.app.isGoneText}
        </EmptyState>
      ) : (
        <Loaded query={query} what={one}>
          {children}
        </Loaded>
      )}
    </>
  );
}

interface EditAndDeleteProps {
  readonly dialog: (close: () => void) => ReactNode;
  readonly onDelete: () => void;
  readonly isDeleting: boolean;
}

/** The two buttons on an entity's own page. */
export function EditAndDelete({ dialog, onDelete, isDeleting }: EditAndDeleteProps): ReactNode {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Pencil />} onClick={() => setEditing(true)}>
        {words.components.common.edit}
      </Button>
      <BusyButton variant="light" color="red" leftSection={<Trash2 />} isBusy={isDeleting} onClick={onDelete}>
        {words.components.common.delete}
      </BusyButton>
      {isEditing && dialog(() => setEditing(false))}
    </>
  );
}
