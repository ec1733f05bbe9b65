import { type MarkedToken, type Token, type Tokens, lexer } from 'marked';

export type GuideNode =
  | string
  | {
      readonly tag: string;
      readonly id?: string;
      readonly href?: string;
      readonly children: readonly GuideNode[];
    };

const toId = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const toRow = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]): GuideNode => ({
  tag: 'tr',
  children: cells.map(({ tokens }) => ({ tag, children: convert(tokens) })),
});

function convertOne(token: MarkedToken): GuideNode[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [{ tag: `h${token.depth}`, id: toId(token.text), children: convert(token.tokens) }];
    case 'paragraph':
      return [{ tag: 'p', children: convert(token.tokens) }];
    case 'list':
      return [{ tag: token.ordered ? 'ol' : 'ul', children: convert(token.items) }];
    case 'list_item':
      return [{ tag: 'li', children: convert(token.tokens) }];
    case 'code':
      return [{ tag: 'pre', children: [token.text] }];
    case 'table': {
      const head: GuideNode = { tag: 'thead', children: [toRow('th', token.header)] };
      const body: GuideNode = { tag: 'tbody', children: token.rows.map((row) => toRow('td', row)) };
      return [{ tag: 'div', children: [{ tag: 'table', children: [head, body] }] }];
    }
    case 'strong':
      return [{ tag: 'strong', children: convert(token.tokens) }];
    case 'codespan':
      return [{ tag: 'code', children: [token.text] }];
    case 'link':
      return [{ tag: 'a', href: token.href, children: convert(token.tokens) }];
    case 'text':
      return token.tokens === undefined ? [token.text] : convert(token.tokens);
    default:
      throw new Error(`Guides cannot show ${token.type}: ${token.raw}`);
  }
}

const convert = (tokens: readonly Token[]): GuideNode[] =>
  tokens.flatMap((token) => convertOne(token as MarkedToken));

/** @throws Error for Markdown that guides do not use */
export const toNodes = (markdown: string): GuideNode[] => convert(lexer(markdown));
