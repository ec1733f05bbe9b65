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
