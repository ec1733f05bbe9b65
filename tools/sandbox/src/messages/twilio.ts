import type { Exchange, Reply } from '../http/exchange.js';
import type { Inbox } from '../inbox/inbox.js';
import { randomText } from '../ids.js';
import { rejectTwilio as reject } from './reject-twilio.js';
import type { TwilioCallbacks } from './twilio-callbacks.js';
import { toTwilioRefusal } from './twilio-refusals.js';
import { handleLookup, isLookup } from './twilio-lookup.js';

const PATH = /^\/2010-04-01\/Accounts\/(AC\w+)\/Messages(?:\/(SM\w+))?\.json$/;

/**
 * Last digits of the numbers that Twilio's test mode rejects (twilio.com/docs/iam/test-credentials). Ours are rejected with
 * the area code 300 too, which nobody has: no person has a number of 500, so the product refuses those itself.
 */
const magicNumbers = new Map<string, number>(
  [
    ['0001', 21211],
    ['0002', 21612],
    ['0003', 21408],
    ['0004', 21610],
    ['0009', 21614],
  ].flatMap(([digits, code]): [string, number][] =>
    ['500', '300'].map((areaCode) => [`+1${areaCode}555${digits}`, Number(code)]),
  ),
);

function refuse(code: number): Reply {
  const [status, message] = toTwilioRefusal(code);
  return reject(status, code, message);
}

interface Message {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

function toMessageResource(account: string, message: Message, service: string | null): object {
  const now = new Date().toUTCString().replace('GMT', '+0000');
  return {
    account_sid: account,
    api_version: '2010-04-01',
    body: message.body,
    date_created: now,
    date_sent: null,
    date_updated: now,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: message.from,
    messaging_service_sid: service,
    num_media: '0',
    num_segments: String(Math.max(1, Math.ceil(message.body.length / 153))),
    price: null,
    price_unit: 'USD',
    sid: message.id,
    status: 'queued',
    subresource_uris: {},
    to: message.to,
    uri: `/2010-04-01/Accounts/${account}/Messages/${message.id}.json`,
  };
}

/** Handles the Messages resource of the Twilio API, and Lookup. */
export async function handleTwilio(
  exchange: Exchange,
  inbox: Inbox,
  callbacks: TwilioCallbacks,
  lateFailure?: number,
): Promise<Reply> {
  const [, account, sid] = PATH.exec(exchange.path) ?? [];
  if (account === undefined && !isLookup(exchange.path))
    return reject(404, 20404, 'The requested resource was not found');
  const [scheme, credentials = ''] = (exchange.header('authorization') ?? '').split(' ');
  const [user = '', token = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  if (scheme?.toLowerCase() !== 'basic' || !/^(AC|SK)/.test(user) || token === '')
    return reject(401, 20003, 'Authenticate');
  if (account === undefined) return handleLookup(exchange);
  if (sid !== undefined) {
    const sms = inbox.sms.get(sid);
    return sms
      ? { status: 200, json: toMessageResource(account, sms, null) }
      : reject(404, 20404, 'The requested resource was not found');
  }
  if (exchange.method !== 'POST') return reject(405, 20004, 'Method not allowed');

  const form = new URLSearchParams(exchange.body);
  const to = form.get('To') ?? '';
  const service = form.get('MessagingServiceSid');
  const from = form.get('From') ?? service ?? '';
  const body = form.get('Body') ?? '';
  if (to === '') return reject(400, 21604, "A 'To' phone number is required.");
  if (from === '') return reject(400, 21603, "A 'From' phone number is required.");
  if (body === '') return reject(400, 21602, 'Message body is required.');
  if (body.length > 1_600)
    return reject(400, 21617, 'The concatenated message body exceeds the 1600 character limit');
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return reject(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  const magic = magicNumbers.get(to);
  if (magic !== undefined) return refuse(magic);
  if (inbox.hasOptedOut(to, from)) return refuse(21610);

  const message = { id: `SM${randomText(32).toLowerCase()}`, from, to, body };
  await inbox.receiveSms({ ...message, receivedAt: new Date().toISOString(), direction: 'outbound' });
  const callback = form.get('StatusCallback');
  if (callback !== null) callbacks.report(message, account, callback, lateFailure);
  return { status: 201, json: toMessageResource(account, message, service) };
}
