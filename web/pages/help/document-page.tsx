// One document, at the heading that its address names.
import { Anchor, Box, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { lexer } from "marked";
import { useEffect, useMemo, type ReactNode } from "react";
import { NotFoundPage } from "../../components/dead-ends.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { headingsOf, MarkdownText, type Surroundings } from "../../components/markdown-text.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { bodyOfDocument, linkOfDocument } from "./document-text.ts";
import { DOCUMENTS, type Document } from "./documents.ts";
import { PICTURES } from "./pictures.ts";

const WORDS = words.help;
const ABOVE = [{ label: WORDS.title, path: "/help" }];
const TOP_LEVEL = 2;

export function DocumentPage(): ReactNode {
  const { document: name = "" }: { readonly document?: string } = useParams({ strict: false });
  const shown = DOCUMENTS.get(name);
  return shown === undefined ? <NotFoundPage /> : <DocumentText key={shown.name} shown={shown} />;
}

function DocumentText({ shown: { name, title, load } }: { readonly shown: Document }): ReactNode {
  const text = useQuery({
    queryKey: ["document", name],
    queryFn: async () => bodyOfDocument((await load()).default),
    staleTime: Infinity,
  });
  const surroundings = useMemo((): Surroundings => {
    return {
      hasAnchors: true,
      linkOf: (href) => linkOfDocument(name, href),
      pictureOf: (href) => PICTURES.get(href) ?? null,
    };
  }, [name]);
  useHeadingOfAddress(text.data !== undefined);
  return (
    <>
      <PageHeader title={title} above={ABOVE} description={region.language === "en" ? undefined : WORDS.inEnglish} />
      <Loaded query={text} what={WORDS.what} height={600}>
        {(body) => (
          <>
            <Contents text={body} path={`/help/${name}`} />
            <Box lang="en">
              <MarkdownText text={body} headingLevel={TOP_LEVEL} surroundings={surroundings} />
            </Box>
          </>
        )}
      </Loaded>
    </>
  );
}

/** The browser looks for the heading before the text is there, and does not look again. */
function useHeadingOfAddress(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isThere || hash === "") return;
    const heading = document.getElementById(hash);
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  }, [isThere, hash]);
}

function Contents({ text, path }: { readonly text: string; readonly path: string }): ReactNode {
  const headings = useMemo(
    () => [...headingsOf(lexer(text), TOP_LEVEL).values()].filter(({ level }) => level === TOP_LEVEL),
    [text],
  );
  if (headings.length < 2) return null;
  return (
    <Box component="nav" aria-label={WORDS.contents} mb="lg" maw={1000}>
      <Text fw={600} mb={4}>
        {WORDS.contents}
      </Text>
      <List lang="en" size="sm" spacing={4} listStyleType="none" style={{ columns: "240px" }}>
        {headings.map(({ anchor, words: text }) => (
          <List.Item key={anchor}>
            <Anchor component={Link} to={path} hash={anchor} inherit>
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Box>
  );
}
