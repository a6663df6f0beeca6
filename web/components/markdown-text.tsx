// Markdown as elements of the page. Nothing in it is ever markup of its own: HTML shows as the text that it is, pictures from
// elsewhere as their description, and a link leads only where a page may.
import { Anchor, Blockquote, Code, Divider, List, Stack, Table, Text, Title, type TitleOrder } from "@mantine/core";
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { Fragment, useMemo, type ReactNode } from "react";

interface MarkdownTextProps {
  readonly text: string;
  /** Of its first heading. */
  readonly headingLevel: 2 | 3 | 4;
}

export function MarkdownText({ text, headingLevel }: MarkdownTextProps): ReactNode {
  const tokens = useMemo(() => lexer(text), [text]);
  const levels = useMemo(() => headingLevels(tokens, headingLevel), [tokens, headingLevel]);
  return (
    <Stack gap="xs" className="foreign" style={{ overflowWrap: "anywhere" }}>
      <Blocks tokens={tokens} levels={levels} />
    </Stack>
  );
}

/** Of each heading: as deep as it says, but never more than one below the one before, so that no level is left out. */
export function headingLevels(tokens: readonly Token[], first: number): ReadonlyMap<Token, TitleOrder> {
  const levels = new Map<Token, TitleOrder>();
  let before = first - 1;
  for (const token of tokens as readonly MarkedToken[])
    if (token.type === "heading") {
      before = Math.min(6, before + 1, first + token.depth - 1);
      levels.set(token, before as TitleOrder);
    }
  return levels;
}

interface BlocksProps {
  readonly tokens: readonly Token[];
  /** Headings within a list or a quotation have none, and are bold. */
  readonly levels: ReadonlyMap<Token, TitleOrder>;
}

/** A text of the library's own kinds of tokens: there are no extensions. */
function Blocks({ tokens, levels }: BlocksProps): ReactNode {
  return tokens.map((token, place) => <Block key={place} token={token as MarkedToken} level={levels.get(token)} />);
}

const NO_LEVELS: ReadonlyMap<Token, TitleOrder> = new Map();

interface BlockProps {
  readonly token: MarkedToken;
  readonly level: TitleOrder | undefined;
}

function Block({ token, level }: BlockProps): ReactNode {
  switch (token.type) {
    case "heading":
      return level === undefined ? (
        <Text fw={600}>
          <Inline tokens={token.tokens} />
        </Text>
      ) : (
        <Title order={level} size={token.depth === 1 ? "h4" : token.depth === 2 ? "h5" : "h6"}>
          <Inline tokens={token.tokens} />
        </Title>
      );
    case "paragraph":
      return (
        <Text component="p" m={0}>
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
            <Blocks tokens={token.tokens} levels={NO_LEVELS} />
          </Stack>
        </Blockquote>
      );
    case "list":
      return (
        <List type={token.ordered ? "ordered" : "unordered"} size="sm" withPadding>
          {token.items.map((item, place) => (
            <List.Item key={place}>
              <Blocks tokens={item.tokens} levels={NO_LEVELS} />
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

function MarkdownTable({ table }: { readonly table: Tokens.Table }): ReactNode {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {table.header.map((cell, place) => (
            <Table.Th key={place} ta={cell.align ?? undefined}>
              <Inline tokens={cell.tokens} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {table.rows.map((row, number) => (
          <Table.Tr key={number}>
            {row.map((cell, place) => (
              <Table.Td key={place} ta={cell.align ?? undefined}>
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
    case "link": {
      const href = safeAddress(token.href);
      return href === null ? (
        <Inline tokens={token.tokens} />
      ) : (
        <Anchor href={href} target="_blank" rel="noopener noreferrer" inherit underline="always">
          <Inline tokens={token.tokens} />
        </Anchor>
      );
    }
    case "image":
      return token.text;
    case "escape":
      return token.text;
    case "text":
      return "tokens" in token && token.tokens !== undefined ? <Inline tokens={token.tokens} /> : token.text;
    default:
      return token.raw;
  }
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
