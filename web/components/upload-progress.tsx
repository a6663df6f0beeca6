// How much of a file has been sent.
import { Progress, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ProgressWords } from "./progress-words.tsx";

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

const PERCENT = new Intl.NumberFormat(undefined, { style: "percent" });

export function UploadProgress({ sent: { sent, total }, then }: UploadProgressProps): ReactNode {
  const share = total === 0 ? 1 : sent / total;
  return (
    <Stack gap={4}>
      <Progress size="lg" value={100 * share} animated={share === 1} aria-label="Upload" />
      <ProgressWords
        words={share < 1 ? `${PERCENT.format(share)} sent` : `All sent; the platform is ${then}`}
        isOver={share === 1}
      />
    </Stack>
  );
}
