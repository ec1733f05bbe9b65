import { parseJsonBody, type Exchange } from '../http/exchange.js';

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const JSON_FIELDS = ['blocks', 'attachments', 'metadata'];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Accepts JSON, a form whose `payload` field is JSON, or a form, in which some fields are JSON. */
export function readPayload(exchange: Exchange): Fields | undefined {
  const type = exchange.header('content-type') ?? '';
  if (!type.includes('form-urlencoded')) {
    const json = parseJsonBody(exchange);
    return isFields(json) ? json : undefined;
  }
  const form = new URLSearchParams(exchange.body);
  const payload = form.get('payload');
  if (payload !== null) {
    const json = parse(payload);
    return isFields(json) ? json : undefined;
  }
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, JSON_FIELDS.includes(name) ? parse(value) : value]),
  );
}

export const getText = (payload: Fields): string =>
  typeof payload['text'] === 'string' ? payload['text'] : '';

export const isEmpty = (payload: Fields): boolean =>
  getText(payload) === '' && !Array.isArray(payload['blocks']) && !Array.isArray(payload['attachments']);

interface Element {
  readonly url?: unknown;
}
interface Block {
  readonly type?: unknown;
  readonly text?: { readonly text?: unknown };
  readonly fields?: readonly unknown[];
  readonly elements?: readonly Element[];
}

const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

/** Buttons lead to web addresses only. */
const isButtonUrl = (url: unknown): boolean =>
  url === undefined || (typeof url === 'string' && url.length <= 3_000 && /^https?:\/\//.test(url));

function isValidBlock({ type, text, fields = [], elements = [] }: Block): boolean {
  if (type === 'header') return lengthOf(text?.text) >= 1 && lengthOf(text?.text) <= 150;
  if (type === 'section')
    return lengthOf(text?.text) <= 3_000 && fields.length <= 10 && (text !== undefined || fields.length > 0);
  if (type === 'actions') return elements.length <= 25 && elements.every(({ url }) => isButtonUrl(url));
  return true;
}

/** Returns Slack's word for what is wrong with a message (docs.slack.dev/reference/block-kit/blocks). */
export function findMessageProblem(payload: Fields): string | undefined {
  if (isEmpty(payload)) return 'no_text';
  if (getText(payload).length > 40_000) return 'msg_too_long';
  const { blocks } = payload;
  if (blocks === undefined) return undefined;
  if (!Array.isArray(blocks)) return 'invalid_blocks_format';
  return blocks.length <= 50 && blocks.every((block) => isValidBlock(block as Block))
    ? undefined
    : 'invalid_blocks';
}
