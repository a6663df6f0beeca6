// How much of a file has been sent.
import { Progress, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ProgressWords } from "./progress-words.tsx";
import { numberFormat } from "../words/format.ts";
import { words } from "../words/words.ts";

/** In bytes. */
export interface Sent {
  readonly sent: number;
  readonly total: number;
}

interface UploadProgressProps {
  readonly sent: Sent;
  /** What the platform does after the upload, such as "storing the values". */
  readonly then: string;
}

const PERCENT = numberFormat({ style: "percent" });
const WORDS = words.components.upload;

export function UploadProgress({ sent: { sent, total }, then }: UploadProgressProps): ReactNode {
  const share = total === 0 ? 1 : sent / total;
  return (
    <Stack gap={4}>
      <Progress size="lg" value={100 * share} animated={share === 1} aria-label={WORDS.upload} />
      <ProgressWords
        words={share < 1 ? WORDS.sent(PERCENT.format(share)) : WORDS.allSent(then)}
        isOver={share === 1}
      />
    </Stack>
  );
}
