// Asks before irreversible actions: `const confirm = useConfirm(); if (await confirm({ ... })) ...`.
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { Marked } from "./marked.tsx";
import { OpenQuestion } from "./open-question.ts";
import { words } from "../words/words.ts";

export interface Question {
  readonly title: string;
  /** What will happen, and that it cannot be undone. */
  readonly text: ReactNode;
  /** The button's label: a verb and its object, such as "Delete device". */
  readonly action: string;
  /** For great losses: the words that must be typed first. */
  readonly typed?: string;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (ask === null) throw new Error("useConfirm needs a ConfirmProvider above it");
  return ask;
}

interface Shown {
  readonly number: number;
  readonly question: Question;
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [open] = useState(() => new OpenQuestion());
  const [shown, setShown] = useState<Shown | null>(null);
  const ask = useCallback<Ask>(
    (question) => {
      setShown((present) => ({ number: (present?.number ?? 0) + 1, question }));
      return open.ask();
    },
    [open],
  );
  return (
    <ConfirmContext value={ask}>
      {children}
      {shown !== null && (
        <ConfirmDialog
          key={shown.number}
          question={shown.question}
          onAnswer={(isConfirmed) => {
            setShown(null);
            open.answer(isConfirmed);
          }}
        />
      )}
    </ConfirmContext>
  );
}

interface ConfirmDialogProps {
  readonly question: Question;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

function ConfirmDialog({ question: { title, text, action, typed }, onAnswer }: ConfirmDialogProps): ReactNode {
  const [answer, setAnswer] = useState("");
  return (
    <Dialog centered title={title} onClose={() => onAnswer(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(true);
        }}
      >
        <Stack>
          <Text component="div">{text}</Text>
          {typed !== undefined && (
            <TextInput
              label={
                <Marked
                  text={words.components.confirm.typed}
                  as={() => <strong className="foreign">{typed}</strong>}
                />
              }
              value={answer}
              onChange={(event) => setAnswer(event.currentTarget.value)}
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onAnswer(false)}>
              {words.components.common.cancel}
            </Button>
            <Button type="submit" color="red" disabled={typed !== undefined && answer !== typed}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
