import type { Exchange, Reply } from '../http/exchange.js';
import type { Inbox } from '../inbox/inbox.js';
import { randomText } from '../ids.js';
import type { TwilioCallbacks } from './twilio-callbacks.js';
import { handleLookup, isLookup } from './twilio-lookup.js';
import { refuseTwilio, rejectTwilio as reject } from './twilio-refusals.js';

const PATH = /^\/2010-04-01\/Accounts\/(AC\w+)\/Messages\.json$/;

/**
 * Last digits of the numbers that Twilio's test mode rejects (twilio.com/docs/iam/test-credentials). The sandbox also
 * rejects them with the unassigned area code 300, because the product itself refuses numbers of area code 500, which no
 * person has.
 */
const magicCodes: Readonly<Record<string, number>> = {
  '0001': 21211,
  '0002': 21612,
  '0003': 21408,
  '0004': 21610,
  '0009': 21614,
};
const findMagicCode = (to: string): number | undefined =>
  magicCodes[/^\+1[53]00555(\d{4})$/.exec(to)?.[1] ?? ''];

/** Returns Twilio's refusal of a message that it refuses from every account. */
function findProblem(to: string, from: string, body: string): Reply | undefined {
  if (to === '') return reject(400, 21604, "A 'To' phone number is required.");
  if (from === '') return reject(400, 21603, "A 'From' phone number is required.");
  if (body === '') return reject(400, 21602, 'Message body is required.');
  if (body.length > 1_600)
    return reject(400, 21617, 'The concatenated message body exceeds the 1600 character limit');
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return reject(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  return undefined;
}

/** Handles the Messages resource of the Twilio API, and Lookup. */
export async function handleTwilio(
  exchange: Exchange,
  inbox: Inbox,
  callbacks: TwilioCallbacks,
  lateFailure?: number,
): Promise<Reply> {
  const [, account] = PATH.exec(exchange.path) ?? [];
  if (account === undefined && !isLookup(exchange.path))
    return reject(404, 20404, 'The requested resource was not found');
  const [scheme, credentials = ''] = (exchange.header('authorization') ?? '').split(' ');
  const [user = '', token = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  if (scheme?.toLowerCase() !== 'basic' || !/^(AC|SK)/.test(user) || token === '')
    return reject(401, 20003, 'Authenticate');
  if (account === undefined) return handleLookup(exchange);
  if (exchange.method !== 'POST') return reject(405, 20004, 'Method not allowed');

  const form = new URLSearchParams(exchange.body);
  const service = form.get('MessagingServiceSid');
  const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
  const from = form.get('From') ?? service ?? '';
  const problem = findProblem(to, from, body);
  if (problem) return problem;
  const code = findMagicCode(to) ?? (inbox.hasOptedOut(to, from) ? 21610 : undefined);
  const refusal = code === undefined ? undefined : refuseTwilio(code);
  if (refusal) return refusal;

  const sid = `SM${randomText(32)}`;
  await inbox.receive('sms', { id: sid, from, to, body, direction: 'outbound' });
  const callback = form.get('StatusCallback');
  if (callback !== null) callbacks.report({ id: sid, from, to }, account, callback, lateFailure);
  const now = new Date().toUTCString().replace('GMT', '+0000');
  return {
    status: 201,
    json: {
      account_sid: account,
      api_version: '2010-04-01',
      body,
      date_created: now,
      date_sent: null,
      date_updated: now,
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from,
      messaging_service_sid: service,
      num_media: '0',
      num_segments: String(Math.max(1, Math.ceil(body.length / 153))),
      price: null,
      price_unit: 'USD',
      sid,
      status: 'queued',
      subresource_uris: {},
      to,
      uri: `/2010-04-01/Accounts/${account}/Messages/${sid}.json`,
    },
  };
}
