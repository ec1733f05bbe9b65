import { parseJsonBody, type Exchange, type Reply } from '../http/exchange.js';
import type { Inbox } from '../inbox/inbox.js';
import { newId } from '../ids.js';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Accepts JSON, a form whose `payload` field is JSON, or a plain form. */
function readPayload(exchange: Exchange): Fields | undefined {
  const type = exchange.header('content-type') ?? '';
  if (!type.includes('form-urlencoded')) {
    const json = parseJsonBody(exchange);
    return isFields(json) ? json : undefined;
  }
  const form = new URLSearchParams(exchange.body);
  const payload = form.get('payload');
  if (payload === null) return Object.fromEntries(form);
  try {
    const json: unknown = JSON.parse(payload);
    return isFields(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

const getText = (payload: Fields): string => (typeof payload['text'] === 'string' ? payload['text'] : '');
const isEmpty = (payload: Fields): boolean =>
  getText(payload) === '' && !Array.isArray(payload['blocks']) && !Array.isArray(payload['attachments']);

async function store(inbox: Inbox, destination: string, payload: Fields): Promise<void> {
  await inbox.receiveSlack({
    id: newId('slack'),
    destination,
    text: getText(payload),
    payload,
    receivedAt: new Date().toISOString(),
  });
}

/** Handles `POST /services/T…/B…/…` and answers in plain text, as Slack does. */
export async function handleSlackWebhook(exchange: Exchange, inbox: Inbox): Promise<Reply> {
  if (exchange.method !== 'POST') return { status: 405, text: 'method_not_allowed' };
  if (!/^\/services\/T\w+\/B\w+\/\w+$/.test(exchange.path)) return { status: 404, text: 'no_service' };
  const payload = readPayload(exchange);
  if (!payload) return { status: 400, text: 'invalid_payload' };
  if (isEmpty(payload)) return { status: 400, text: 'no_text' };
  await store(inbox, exchange.path, payload);
  return { status: 200, text: 'ok' };
}

/** Handles `POST /api/chat.postMessage`. Always answers 200, with errors in the body, as Slack does. */
export async function handleSlackApi(exchange: Exchange, inbox: Inbox): Promise<Reply> {
  const fail = (error: string): Reply => ({ status: 200, json: { ok: false, error } });
  if (exchange.path !== '/api/chat.postMessage') return fail('unknown_method');
  const token = (exchange.header('authorization') ?? '').replace(/^Bearer /i, '');
  if (token === '') return fail('not_authed');
  if (!token.startsWith('xox')) return fail('invalid_auth');
  const payload = readPayload(exchange);
  if (!payload) return fail('invalid_json');
  const { channel } = payload;
  if (typeof channel !== 'string' || channel === '') return fail('channel_not_found');
  if (isEmpty(payload)) return fail('no_text');
  await store(inbox, channel, payload);
  const ts = (Date.now() / 1_000).toFixed(6);
  return {
    status: 200,
    json: {
      ok: true,
      channel,
      ts,
      message: { type: 'message', subtype: 'bot_message', text: getText(payload), ts },
    },
  };
}
