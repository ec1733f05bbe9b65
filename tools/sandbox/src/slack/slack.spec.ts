import { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startHarness, type Harness } from '../../test/harness.js';
import { SlackWorkspace, toChannelId } from './workspace.js';

const app = { slackClientId: '1.2', slackClientSecret: 's'.repeat(32) };
const returnUrl = 'https://desk.example/integrations/slack';
let harness: Harness;
let slack: WebClient;
beforeAll(async () => {
  harness = await startHarness({ ...app, publicUrl: 'https://desk.example' });
  slack = new WebClient(undefined, {
    slackApiUrl: `${harness.sandbox.url}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
});
afterAll(() => harness.sandbox.close());

const ask = (fields: Record<string, string> = {}) =>
  fetch(`${harness.sandbox.url}/oauth/v2/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: app.slackClientId,
      redirect_uri: returnUrl,
      state: 'a&b',
      channel: 'leads',
      answer: 'allow',
      ...fields,
    }),
  });
const locationOf = async (fields?: Record<string, string>) =>
  new URL((await ask(fields)).headers.get('location') ?? '').searchParams;

const exchange = (code: string, overrides: { client_secret?: string; redirect_uri?: string } = {}) =>
  slack.oauth.v2.access({
    client_id: app.slackClientId,
    client_secret: app.slackClientSecret,
    code,
    redirect_uri: returnUrl,
    ...overrides,
  });

const newToken = async (channel: string): Promise<string> =>
  (await exchange((await locationOf({ channel })).get('code') ?? '')).access_token ?? '';

describe('the page that allows a Slack app', () => {
  it('sends the browser back with the state, and a code that works once', async () => {
    const query = await locationOf();
    expect(query.get('state')).toBe('a&b');
    const code = query.get('code') ?? '';
    await expect(exchange(code, { redirect_uri: 'https://other.example/' })).rejects.toThrow(
      'bad_redirect_uri',
    );
    await expect(exchange(code, { client_secret: 'wrong' })).rejects.toThrow('bad_client_secret');
    expect(await exchange(code)).toMatchObject({
      ok: true,
      token_type: 'bot',
      team: { name: 'Sandbox' },
      incoming_webhook: { channel: '#leads', channel_id: toChannelId('leads') },
    });
    await expect(exchange(code)).rejects.toThrow('code_already_used');
    await expect(exchange('made-up')).rejects.toThrow('invalid_code');
  });

  it('reports a refusal', async () => {
    const query = await locationOf({ answer: 'cancel' });
    expect([query.get('error'), query.get('code')]).toEqual(['access_denied', null]);
  });

  it('never redirects to another site, and shows the request as text', async () => {
    expect((await ask({ redirect_uri: 'https://evil.example/' })).status).toBe(400);
    expect((await ask({ client_id: 'another' })).status).toBe(400);
    const query = new URLSearchParams({
      client_id: app.slackClientId,
      redirect_uri: returnUrl,
      state: '"><b>',
    });
    const page = await fetch(`${harness.sandbox.url}/oauth/v2/authorize?${query.toString()}`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('value="&quot;&gt;&lt;b&gt;"');
  });
});

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string) => ({ type: 'plain_text', text });
const section = (fields: object) => ({ blocks: [{ type: 'section', ...fields }] });

describe('chat.postMessage', () => {
  it.each(['is_archived', 'channel_not_found', 'not_in_channel', 'invalid_blocks', 'msg_too_long'])(
    'answers %s in every channel on request',
    async (code) => {
      const token = await newToken('any');
      const fault = { kind: 'refuse', code, match: { path: '/api/chat.postMessage' }, times: 1 };
      harness.sandbox.control.addFault(fault);
      const post = () => slack.chat.postMessage({ token, channel: toChannelId('any'), text: 'hi' });
      await expect(post()).rejects.toThrow(code);
      await expect(post()).resolves.toMatchObject({ ok: true });
    },
  );

  it('stores what the SDK sends, without the token', async () => {
    const token = await newToken('posts');
    const answer = await slack.chat.postMessage({
      token,
      channel: toChannelId('posts'),
      text: 'New lead',
      blocks: [{ type: 'header', text: { type: 'plain_text', text: 'New lead' } }],
      metadata: { event_type: 'lead_delivered', event_payload: { delivery_id: 'd1' } },
    });
    expect(answer.ok).toBe(true);
    const stored = harness.sandbox.control.inbox.slack.list().at(-1);
    expect(stored).toMatchObject({
      destination: toChannelId('posts'),
      payload: { metadata: { event_payload: { delivery_id: 'd1' } } },
    });
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it.each([
    ['a text', { text: '' }, 'no_text'],
    [
      'a short header',
      { blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }] },
      'invalid_blocks',
    ],
    [
      'buttons with web addresses',
      { blocks: [{ type: 'actions', elements: [{ type: 'button', url: 'tel:+12125550100' }] }] },
      'invalid_blocks',
    ],
    ['a section of 3,000 characters', section({ text: mrkdwn('x'.repeat(3_001)) }), 'invalid_blocks'],
    ['a section with a text', section({ text: mrkdwn('') }), 'invalid_blocks'],
    ['ten fields', section({ fields: Array(11).fill(mrkdwn('x')) }), 'invalid_blocks'],
    ['fields of 2,000 characters', section({ fields: [mrkdwn('x'.repeat(2_001))] }), 'invalid_blocks'],
    ['whole characters', section({ text: mrkdwn('New lead \ud83d') }), 'invalid_blocks'],
    ['blocks that Slack knows', { blocks: [{ type: 'heading' }] }, 'invalid_blocks'],
    ['a plain text as header', { blocks: [{ type: 'header', text: mrkdwn('x') }] }, 'invalid_blocks'],
    ['50 blocks', { blocks: Array(51).fill({ type: 'divider' }) }, 'invalid_blocks'],
    [
      'a short button',
      { blocks: [{ type: 'actions', elements: [{ type: 'button', text: plain('x'.repeat(76)) }] }] },
      'invalid_blocks',
    ],
    ['a text of 40,000 characters', { text: 'x'.repeat(40_001) }, 'msg_too_long'],
    [
      'blocks that are short together',
      { blocks: Array(4).fill({ type: 'section', text: mrkdwn('x'.repeat(2_900)) }) },
      'msg_blocks_too_long',
    ],
    [
      'small metadata',
      { text: 'x', metadata: { event_type: 'x', event_payload: { x: 'x'.repeat(9_000) } } },
      'metadata_too_large',
    ],
  ])('needs %s', async (_name, message, error) => {
    const token = await newToken('invalid');
    await expect(
      slack.apiCall('chat.postMessage', { token, channel: toChannelId('invalid'), ...message }),
    ).rejects.toThrow(error);
  });

  it('answers with the requested refusal until it is reset or the app is installed again', async () => {
    const token = await newToken('refusing');
    const channel = toChannelId('refusing');
    const post = () => slack.chat.postMessage({ token, channel, text: 'hi' });
    await post();
    const set = (error: string | null) =>
      fetch(`${harness.sandbox.url}/sandbox/slack/${channel}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error }),
      });
    expect((await set('no_such_error')).status).toBe(422);
    await set('is_archived');
    await expect(post()).rejects.toThrow('is_archived');
    await expect(slack.auth.test({ token })).resolves.toMatchObject({ team: 'Sandbox' });
    await set('token_revoked');
    await expect(post()).rejects.toThrow('token_revoked');
    await expect(slack.auth.test({ token })).rejects.toThrow('token_revoked');
    await set(null);
    await post();
    await set('account_inactive');
    await newToken('refusing');
    await post();
  });

  it('needs a token', async () => {
    await expect(slack.auth.test()).rejects.toThrow('not_authed');
    await expect(slack.auth.test({ token: 'xoxb-revoked-1' })).rejects.toThrow('token_revoked');
    await expect(slack.auth.test({ token: 'other' })).rejects.toThrow('invalid_auth');
  });

  it('asks for a pause after a burst', async () => {
    const token = await newToken('busy');
    const post = () => slack.chat.postMessage({ token, channel: toChannelId('busy'), text: 'hi' });
    const results = await Promise.allSettled(Array.from({ length: 30 }, post));
    expect(
      results
        .filter(({ status }) => status === 'rejected')
        .map((one) => (one as PromiseRejectedResult).reason as unknown),
    ).toContainEqual(expect.objectContaining({ retryAfter: 1 }));
  });
});

describe('SlackWorkspace', () => {
  it('refills the turns of a channel with time', () => {
    const clock = { now: 0 };
    const workspace = new SlackWorkspace(
      () => undefined,
      () => clock.now,
    );
    const takeAll = () => Array.from({ length: 6 }, () => workspace.takeTurn('C1')).filter(Boolean).length;
    expect(takeAll()).toBe(5);
    clock.now += 2_000;
    expect(takeAll()).toBe(2);
  });
});
