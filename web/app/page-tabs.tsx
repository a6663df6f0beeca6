// The tabs of a page, kept in its address. A change of tab removes the previous tab's state from the address.
import { Loader, Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { Suspense, useEffect, useRef, type ReactNode } from "react";
import { words } from "../words/words.ts";
import { textOf, useAddress } from "./list-state.ts";

export interface PageTab {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly content: ReactNode;
  /** Loads slow parts when a click is likely to follow. */
  readonly fetchAhead?: () => void;
}

export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }): ReactNode {
  const { address } = useAddress();
  const navigate = useNavigate();
  const present = tabs.find(({ id }) => id === textOf(address, "tab")) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the tab of a link may be out of view.
  useEffect(() => {
    // Browsers may return a promise, which must not be returned as a cleanup.
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [present?.id]);
  return (
    <Tabs
      value={present?.id ?? null}
      keepMounted={false}
      onChange={(tab) => void navigate({ to: ".", search: tab === tabs[0]?.id ? {} : { tab } })}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map(({ id, label: text, icon: Icon, fetchAhead }) => (
          <Tabs.Tab
            key={id}
            value={id}
            leftSection={Icon === undefined ? undefined : <Icon strokeWidth={1.75} />}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
          >
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} pt="lg">
          <Suspense fallback={<Loader aria-label={words.app.loadingTab} />}>{content}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
