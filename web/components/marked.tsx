// A text in which stretches between [ and ] are drawn as an element.
import { Fragment, type ReactNode } from "react";

interface MarkedProps {
  readonly text: string;
  /** Draws one stretch; `index` counts them. */
  readonly as: (part: string, index: number) => ReactNode;
}

export function Marked({ text, as }: MarkedProps): ReactNode {
  return text
    .split(/\[([^\]]*)\]/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? as(part, (index - 1) / 2) : part}</Fragment>);
}
