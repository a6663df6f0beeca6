// A field that searches a list while the user types; "/" leads to it.
import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { words } from "../words/words.ts";

interface SearchBoxProps {
  /** Shown while the field is empty, such as "Search by title". */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Short if the answer comes at once, or needs no call. */
  readonly pauseMillis?: number;
}

const PAUSE_MILLIS = 250;

export function SearchBox({ label, text, onText, pauseMillis = PAUSE_MILLIS }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  const [sent, setSent] = useState(text);
  const send = useDebouncedCallback((next: string) => {
    setSent(next);
    onText(next);
  }, pauseMillis);
  // A change from elsewhere, such as the back button or a cleared filter.
  if (text !== seen) {
    setSeen(text);
    if (text !== sent) {
      setSent(text);
      setTyped(text);
    }
  }
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => field.current?.focus()]]);
  return (
    <TextInput
      ref={field}
      aria-keyshortcuts="/"
      aria-label={label}
      placeholder={label}
      type="search"
      maxLength={255}
      w={{ base: "100%", xs: 280 }}
      leftSection={<Search />}
      rightSection={
        typed === "" ? null : (
          <CloseButton
            size="sm"
            aria-label={words.components.search.clear}
            onClick={() => {
              setTyped("");
              send("");
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
