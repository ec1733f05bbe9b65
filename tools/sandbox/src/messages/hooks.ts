import type { Exchange, Reply } from '../http/exchange.js';
import type { Inbox } from '../inbox/inbox.js';

const PATH = /^\/hooks\/([\w-]{1,80})$/;
const SHOWN_HEADERS = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Handles `POST /hooks/:name`: stands in for an agent's CRM, accepts everything and verifies nothing. */
export async function handleHook(exchange: Exchange, inbox: Inbox): Promise<Reply> {
  const [, name] = PATH.exec(exchange.path) ?? [];
  if (name === undefined) return { status: 404, text: 'no such hook' };
  if (exchange.method !== 'POST') return { status: 405, text: 'only POST' };
  const headers = Object.fromEntries(
    SHOWN_HEADERS.flatMap((header) => {
      const value = exchange.header(header);
      return value === undefined ? [] : [[header, value]];
    }),
  );
  await inbox.receive('hooks', { name, headers, body: exchange.body });
  return { status: 200, json: { received: true } };
}
