// A field that searches a list while somebody types.
import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";

interface SearchBoxProps {
  /** What it says while empty, such as "Search by title". */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Short where the answer comes at once, or nothing has to be asked for. */
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
  // A change that did not come from here, such as a way back or a filter that is cleared.
  if (text !== seen) {
    setSeen(text);
    if (text !== sent) {
      setSent(text);
      setTyped(text);
    }
  }
  return (
    <TextInput
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
            aria-label="Clear the search"
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
