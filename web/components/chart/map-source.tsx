// What a map is drawn from: tiles of a server, or coastlines, which are nothing to see at the scale of a town.
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import { MarkdownText } from "../markdown-text.tsx";
import { mapAttribution, tilesUrl } from "./map-tiles.ts";

const { map: mapWords } = words.charts;

interface MapSourceProps {
  /** Whether the reader can open the documents of Help. */
  readonly hasHelp: boolean;
}

export function MapSource({ hasHelp }: MapSourceProps): ReactNode {
  if (tilesUrl() === null)
    return (
      <>
        {mapWords.source}. {hasHelp ? <TilesHelp>{mapWords.streets}</TilesHelp> : mapWords.streets}.
      </>
    );
  const attribution = mapAttribution();
  return attribution === null ? null : <MarkdownText text={attribution} headingLevel={4} />;
}

/** Beside the page, which may be live or have changes. */
export function TilesHelp({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Anchor
      component={Link}
      to="/help/dashboards"
      hash="maps"
      target="_blank"
      rel="noopener noreferrer"
      inherit
      underline="always"
    >
      {children}
    </Anchor>
  );
}
