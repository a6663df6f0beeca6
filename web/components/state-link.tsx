// A link to a state of a page, such as one of its tabs; it looks like the element that it is passed to as `component`.
import { Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";

interface StateLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  /** The search parameters of the address. */
  readonly state: Readonly<Record<string, string>>;
  /** The part of the page. */
  readonly hash?: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

export function StateLink({ to, state, ...props }: StateLinkProps): ReactNode {
  return <Link to={to} search={state} {...props} />;
}
