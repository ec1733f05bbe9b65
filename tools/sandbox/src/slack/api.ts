import type { Exchange, Reply } from '../http/exchange.js';
import type { Inbox } from '../inbox/inbox.js';
import { newId } from '../ids.js';
import { findMessageProblem } from './find-message-problem.js';
import { type Fields, getText, isEmpty, readPayload } from './payload.js';
import { refuseSlack as fail } from './refuse.js';
import type { SlackWorkspace } from './workspace.js';

export const TEAM = { id: 'T0SANDBOX', name: 'Sandbox' };
const BOT_USER = 'U0SANDBOX';

export interface SlackApp {
  /** Undefined accepts every app. */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

interface Parts {
  readonly inbox: Inbox;
  readonly workspace: SlackWorkspace;
  readonly app: SlackApp;
}

const succeed = (json: object): Reply => ({ status: 200, json: { ok: true, ...json } });

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

async function postMessage(payload: Fields, token: string, { inbox, workspace }: Parts): Promise<Reply> {
  const { channel } = payload;
  if (typeof channel !== 'string' || channel === '') return fail('channel_not_found');
  const error = workspace.findChannelError(channel, token);
  if (error !== undefined) return fail(error);
  const problem = findMessageProblem(payload);
  if (problem) return fail(problem.error, problem.detail === undefined ? [] : [problem.detail]);
  if (!workspace.takeTurn(channel)) return fail('ratelimited');
  const { token: _token, ...shown } = payload;
  await store(inbox, channel, shown);
  const ts = (Date.now() / 1_000).toFixed(6);
  const message = { type: 'message', subtype: 'bot_message', text: getText(payload), ts };
  return succeed({ channel, ts, message });
}

const readField = (payload: Fields, name: string): string => {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
};

function exchangeCode(payload: Fields, { workspace, app }: Parts): Reply {
  const isOurs = (name: string, expected: string | undefined): boolean =>
    expected === undefined ? readField(payload, name) !== '' : readField(payload, name) === expected;
  if (!isOurs('client_id', app.clientId)) return fail('invalid_client_id');
  if (!isOurs('client_secret', app.clientSecret)) return fail('bad_client_secret');
  const installed = workspace.exchange(readField(payload, 'code'), readField(payload, 'redirect_uri'));
  if (typeof installed === 'string') return fail(installed);
  return succeed({
    access_token: installed.token,
    token_type: 'bot',
    scope: 'chat:write,chat:write.public,incoming-webhook',
    bot_user_id: BOT_USER,
    app_id: 'A0SANDBOX',
    team: TEAM,
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: 'U0PERSON' },
    incoming_webhook: {
      channel: installed.channelName,
      channel_id: installed.channelId,
      configuration_url: 'https://sandbox.slack.test/services/B0SANDBOX',
      url: 'https://hooks.slack.test/services/T0SANDBOX/B0SANDBOX/unused',
    },
  });
}

/** Handles oauth.v2.access, auth.test and chat.postMessage. */
export async function handleSlackApi(exchange: Exchange, parts: Parts): Promise<Reply> {
  const payload = readPayload(exchange);
  if (!payload) return fail('invalid_json');
  if (exchange.path === '/api/oauth.v2.access') return exchangeCode(payload, parts);
  const sent = exchange.header('authorization') ?? readField(payload, 'token');
  const token = sent.replace(/^Bearer /i, '');
  const error = parts.workspace.findTokenError(token);
  if (error !== undefined) return fail(error);
  if (exchange.path === '/api/auth.test')
    return succeed({
      url: 'https://sandbox.slack.test/',
      team: TEAM.name,
      user: 'annuity_desk',
      team_id: TEAM.id,
      user_id: BOT_USER,
      bot_id: 'B0SANDBOX',
      is_enterprise_install: false,
    });
  if (exchange.path === '/api/chat.postMessage') return postMessage(payload, token, parts);
  return fail('unknown_method');
}
