import type { Exchange, Reply } from '../http/exchange.js';
import type { Inbox } from '../inbox/inbox.js';
import { findMessageProblem } from './find-message-problem.js';
import { type Fields, getText, readPayload, readText } from './payload.js';
import type { SlackWorkspace } from './workspace.js';

export const TEAM = { id: 'T0SANDBOX', name: 'Sandbox' };
const BOT_USER = 'U0SANDBOX';

interface Parts {
  readonly inbox: Inbox;
  readonly slack: SlackWorkspace;
  /** The app that may be installed. Undefined values are not checked. */
  readonly options: { readonly slackClientId?: string; readonly slackClientSecret?: string };
}

const succeed = (json: object): Reply => ({ status: 200, json: { ok: true, ...json } });

/** Slack answers errors with 200 and a code in the body, except too many requests. */
export function refuseSlack(error: string, detail?: string): Reply {
  if (error === 'ratelimited')
    return { status: 429, headers: { 'retry-after': '1' }, json: { ok: false, error } };
  const more = detail === undefined ? {} : { response_metadata: { messages: [`[ERROR] ${detail}`] } };
  return { status: 200, json: { ok: false, error, ...more } };
}

async function postMessage(payload: Fields, token: string, { inbox, slack }: Parts): Promise<Reply> {
  const { channel } = payload;
  if (typeof channel !== 'string' || channel === '') return refuseSlack('channel_not_found');
  const error = slack.findChannelError(channel, token);
  if (error !== undefined) return refuseSlack(error);
  const problem = findMessageProblem(payload);
  if (problem) return refuseSlack(problem.error, problem.detail);
  if (!slack.takeTurn(channel)) return refuseSlack('ratelimited');
  const { token: _token, ...shown } = payload;
  await inbox.receive('slack', { destination: channel, text: getText(payload), payload: shown });
  const ts = (Date.now() / 1_000).toFixed(6);
  const message = { type: 'message', subtype: 'bot_message', text: getText(payload), ts };
  return succeed({ channel, ts, message });
}

function exchangeCode(payload: Fields, { slack, options }: Parts): Reply {
  const isOurs = (name: string, expected: string | undefined): boolean =>
    expected === undefined ? readText(payload, name) !== '' : readText(payload, name) === expected;
  if (!isOurs('client_id', options.slackClientId)) return refuseSlack('invalid_client_id');
  if (!isOurs('client_secret', options.slackClientSecret)) return refuseSlack('bad_client_secret');
  const installed = slack.exchange(readText(payload, 'code'), readText(payload, 'redirect_uri'));
  if (typeof installed === 'string') return refuseSlack(installed);
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
  if (exchange.path === '/api/oauth.v2.access') return exchangeCode(payload, parts);
  const token = (exchange.header('authorization') ?? '').replace(/^Bearer /i, '');
  const error = parts.slack.findTokenError(token);
  if (error !== undefined) return refuseSlack(error);
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
  return refuseSlack('unknown_method');
}
