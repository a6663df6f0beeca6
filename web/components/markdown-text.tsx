// Markdown as elements of the page. Nothing in it is ever markup of its own: HTML shows as the text that it is, pictures from
// elsewhere as their description, and a link leads only where a page may.
import {
  Anchor,
  Blockquote,
  Code,
  Divider,
  Image,
  List,
  Stack,
  Table,
  Text,
  Title,
  type TitleOrder,
} from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { createContext, Fragment, useContext, useMemo, type ReactNode } from "react";
import { anchorOf } from "./anchor-of.ts";
import { useIsNarrow } from "./use-is-narrow.ts";

interface MarkdownTextProps {
  readonly text: string;
  /** Of its first heading. */
  readonly headingLevel: 2 | 3 | 4;
  /** Default: of a text by a user, whose links open in a new window. */
  readonly surroundings?: Surroundings;
}

/** What a text is part of. */
export interface Surroundings {
  /** Whether links can lead to its headings. */
  readonly hasAnchors: boolean;
  /** A page here, an address elsewhere, or null if the link leads nowhere and is only its text. */
  linkOf(href: string): PlaceHere | string | null;
  /** The address of a picture, or null if only its description shows. */
  pictureOf(href: string): string | null;
}

export interface PlaceHere {
  readonly path: string;
  /** The anchor of a heading; empty for the whole page. */
  readonly hash: string;
}

const OF_USERS: Surroundings = { hasAnchors: false, linkOf: safeAddress, pictureOf: () => null };
const SurroundingsOf = createContext(OF_USERS);

export function MarkdownText({ text, headingLevel, surroundings = OF_USERS }: MarkdownTextProps): ReactNode {
  const tokens = useMemo(() => lexer(text), [text]);
  const headings = useMemo(() => headingsOf(tokens, headingLevel), [tokens, headingLevel]);
  return (
    <SurroundingsOf value={surroundings}>
      <Stack gap="xs" className="foreign" style={{ overflowWrap: "anywhere" }}>
        <Blocks tokens={tokens} headings={headings} />
      </Stack>
    </SurroundingsOf>
  );
}

export interface Heading {
  readonly level: TitleOrder;
  readonly anchor: string;
  /** Without the marks of code. */
  readonly words: string;
}

/**
 * Each heading: as deep as it says, the shallowest of the text being `first`, but never more than one below the one before, so that no
 * level is left out. Equal headings have numbers at the end of their anchors.
 */
export function headingsOf(tokens: readonly Token[], first: number): ReadonlyMap<Token, Heading> {
  const headings = (tokens as readonly MarkedToken[]).filter((token) => token.type === "heading");
  const shallowest = Math.min(...headings.map(({ depth }) => depth));
  const counts = new Map<string, number>();
  const found = new Map<Token, Heading>();
  let before = first - 1;
  for (const token of headings) {
    before = Math.min(6, before + 1, first + token.depth - shallowest);
    const anchor = anchorOf(token.text);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    found.set(token, {
      level: before as TitleOrder,
      anchor: count === 0 ? anchor : `${anchor}-${String(count)}`,
      words: token.text.replaceAll("`", ""),
    });
  }
  return found;
}

interface BlocksProps {
  readonly tokens: readonly Token[];
  /** Headings within a list or a quotation are not among them, and are bold. */
  readonly headings: ReadonlyMap<Token, Heading>;
}

/** A text of the library's own kinds of tokens: there are no extensions. */
function Blocks({ tokens, headings }: BlocksProps): ReactNode {
  return tokens.map((token, place) => <Block key={place} token={token as MarkedToken} heading={headings.get(token)} />);
}

/** Longer lines are hard to read; tables have all the room there is. */
const LINE_WIDTH_MAX = 1000;

const NO_HEADINGS: ReadonlyMap<Token, Heading> = new Map();

interface BlockProps {
  readonly token: MarkedToken;
  readonly heading: Heading | undefined;
}

function Block({ token, heading }: BlockProps): ReactNode {
  switch (token.type) {
    case "heading":
      return heading === undefined ? (
        <Text fw={600}>
          <Inline tokens={token.tokens} />
        </Text>
      ) : (
        <MarkdownHeading heading={heading} tokens={token.tokens} />
      );
    case "paragraph":
      return (
        <Text component="p" m={0} maw={LINE_WIDTH_MAX}>
          <Inline tokens={token.tokens} />
        </Text>
      );
    case "code":
      return (
        <Code block tabIndex={0}>
          {token.text}
        </Code>
      );
    case "blockquote":
      return (
        <Blockquote p="xs" m={0}>
          <Stack gap="xs">
            <Blocks tokens={token.tokens} headings={NO_HEADINGS} />
          </Stack>
        </Blockquote>
      );
    case "list":
      return (
        <List type={token.ordered ? "ordered" : "unordered"} size="sm" withPadding maw={LINE_WIDTH_MAX}>
          {token.items.map((item, place) => (
            <List.Item key={place}>
              <Blocks tokens={item.tokens} headings={NO_HEADINGS} />
            </List.Item>
          ))}
        </List>
      );
    case "table":
      return <MarkdownTable table={token} />;
    case "hr":
      return <Divider />;
    case "space":
    case "def":
      return null;
    case "text":
      return "tokens" in token && token.tokens !== undefined ? <Inline tokens={token.tokens} /> : token.text;
    default:
      return token.raw;
  }
}

interface MarkdownHeadingProps {
  readonly heading: Heading;
  readonly tokens: readonly Token[];
}

function MarkdownHeading({ heading: { level, anchor }, tokens }: MarkdownHeadingProps): ReactNode {
  const { hasAnchors } = useContext(SurroundingsOf);
  return (
    <Title order={level} size={SIZES[level]} {...(hasAnchors ? { id: anchor, className: "anchor", mt: "md" } : {})}>
      <Inline tokens={tokens} />
    </Title>
  );
}

/** One smaller than headings of a page, whose title is above the text. */
const SIZES = { 1: "h2", 2: "h3", 3: "h4", 4: "h5", 5: "h6", 6: "h6" } as const;

/** A table of more columns scrolls rather than get columns of single words; on a phone, where most would be out of sight, it is a list. */
const COLUMNS_MAX = 3;
const COLUMN_WIDTH_MIN = 180;
/** The first line of each cell stands beside those of the others. */
const TOP = { verticalAlign: "top" } as const;
const SCROLLED_BY_KEYS = { viewportProps: { tabIndex: 0 } };

/** Breaks no word, and scrolls instead. */
function MarkdownTable({ table }: { readonly table: Tokens.Table }): ReactNode {
  const { length } = table.header;
  const isNarrow = useIsNarrow();
  if (isNarrow && length > COLUMNS_MAX) return <ListOfRows table={table} />;
  return (
    <Table.ScrollContainer
      minWidth={length > COLUMNS_MAX ? length * COLUMN_WIDTH_MIN : 0}
      scrollAreaProps={SCROLLED_BY_KEYS}
      style={{ overflowWrap: "normal" }}
    >
      <TableOfRows table={table} />
    </Table.ScrollContainer>
  );
}

/** Each row under what is in its first column. */
function ListOfRows({ table }: { readonly table: Tokens.Table }): ReactNode {
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: "none" }}>
      {table.rows.map((row, number) => (
        <li key={number}>
          {row.map((cell, place) => (
            <Text key={place} component="div" fw={place === 0 ? 600 : undefined}>
              {place > 0 && (
                <Text span inherit c="dimmed">
                  <Inline tokens={table.header[place]?.tokens ?? []} />:{" "}
                </Text>
              )}
              <Inline tokens={cell.tokens} />
            </Text>
          ))}
        </li>
      ))}
    </Stack>
  );
}

function TableOfRows({ table }: { readonly table: Tokens.Table }): ReactNode {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {table.header.map((cell, place) =>
            cell.text === "" ? (
              <Table.Td key={place} />
            ) : (
              <Table.Th key={place} ta={cell.align ?? undefined}>
                <Inline tokens={cell.tokens} />
              </Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {table.rows.map((row, number) => (
          <Table.Tr key={number}>
            {row.map((cell, place) => (
              <Table.Td key={place} ta={cell.align ?? undefined} style={TOP}>
                <Inline tokens={cell.tokens} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Inline({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, place) => <Fragment key={place}>{inline(token as MarkedToken)}</Fragment>);
}

function inline(token: MarkedToken): ReactNode {
  switch (token.type) {
    case "strong":
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case "del":
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case "codespan":
      return <Code>{token.text}</Code>;
    case "br":
      return <br />;
    case "link":
      return <MarkdownLink link={token} />;
    case "image":
      return <MarkdownPicture picture={token} />;
    case "escape":
      return token.text;
    case "text":
      return "tokens" in token && token.tokens !== undefined ? <Inline tokens={token.tokens} /> : token.text;
    default:
      return token.raw;
  }
}

function MarkdownLink({ link }: { readonly link: Tokens.Link }): ReactNode {
  const target = useContext(SurroundingsOf).linkOf(link.href);
  const text = <Inline tokens={link.tokens} />;
  if (target === null) return text;
  if (typeof target === "string")
    return (
      <Anchor href={target} target="_blank" rel="noopener noreferrer" inherit underline="always">
        {text}
      </Anchor>
    );
  return (
    <Anchor
      component={Link}
      to={target.path}
      {...(target.hash === "" ? {} : { hash: target.hash })}
      inherit
      underline="always"
    >
      {text}
    </Anchor>
  );
}

function MarkdownPicture({ picture: { href, text } }: { readonly picture: Tokens.Image }): ReactNode {
  const address = useContext(SurroundingsOf).pictureOf(href);
  return address === null ? text : <Image src={address} alt={text} maw={860} />;
}

const SAFE_PROTOCOLS = ["http:", "https:", "mailto:", "tel:"];

/** Null for an address that could run something. Relative ones are pages of this platform. */
export function safeAddress(href: string): string | null {
  try {
    return SAFE_PROTOCOLS.includes(new URL(href, "https://here.invalid").protocol) ? href : null;
  } catch {
    return null;
  }
}
