import webPush from 'web-push';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startHarness, type Harness } from '../../test/harness.js';

const keys = webPush.generateVAPIDKeys();
const subject = 'mailto:leads@desk.example';
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.sandbox.close());

type Options = NonNullable<Parameters<typeof webPush.generateRequestDetails>[2]>;

const subscribe = (applicationServerKey = keys.publicKey) =>
  harness.sandbox.control.push.subscribe(applicationServerKey, harness.sandbox.url);

/** Sends the request that the library builds. `headers` replaces headers; null removes one. */
async function send(
  { endpoint, keys: browserKeys }: ReturnType<typeof subscribe>,
  {
    options = {},
    headers = {},
    text = '{"title":"New lead"}',
  }: { options?: Options; headers?: Record<string, string | null>; text?: string } = {},
): Promise<Response> {
  const request = webPush.generateRequestDetails({ endpoint, keys: browserKeys }, text, {
    vapidDetails: { subject, ...keys },
    TTL: 60,
    ...options,
  });
  const all = Object.entries({ ...request.headers, ...headers }).filter(([, value]) => value !== null);
  return fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(all.map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(request.body),
  });
}

describe('the push service', () => {
  it('accepts a message and decrypts it as the browser does', async () => {
    const subscription = subscribe();
    const answer = await send(subscription, { options: { urgency: 'high', topic: 'lead-1', TTL: 90 } });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toContain('/push-messages/');
    const [push] = harness.sandbox.control.inbox.pushes.listNewest(1);
    expect(push).toMatchObject({
      subscription: subscription.id,
      topic: 'lead-1',
      urgency: 'high',
      ttlSeconds: 90,
      text: '{"title":"New lead"}',
    });
  });

  it('shows a message that the browser could not decrypt as such', async () => {
    const subscription = subscribe();
    const answer = await send({ ...subscription, keys: subscribe().keys });
    expect(answer.status).toBe(201);
    expect(harness.sandbox.control.inbox.pushes.listNewest(1)[0]?.text).toBeNull();
  });

  it('refuses an application that it does not know', async () => {
    const subscription = subscribe();
    expect((await send(subscription, { headers: { Authorization: null } })).status).toBe(401);
    expect((await send(subscription, { headers: { Authorization: 'vapid t=a.b.c' } })).status).toBe(400);
    const other = webPush.generateVAPIDKeys();
    expect((await send(subscription, { options: { vapidDetails: { subject, ...other } } })).status).toBe(403);
    const forged = { subject, publicKey: keys.publicKey, privateKey: other.privateKey };
    expect((await send(subscription, { options: { vapidDetails: forged } })).status).toBe(400);
  });

  it('refuses a token for another push service', async () => {
    const subscription = subscribe();
    const { Authorization: authorization } = webPush.getVapidHeaders(
      'https://push.example',
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
    );
    expect((await send(subscription, { headers: { Authorization: authorization } })).status).toBe(400);
  });

  it('refuses what a push service refuses', async () => {
    const subscription = subscribe();
    expect((await send(subscription, { headers: { TTL: null } })).status).toBe(400);
    expect((await send(subscription, { headers: { 'Content-Encoding': 'aesgcm' } })).status).toBe(400);
    expect((await send(subscription, { headers: { Topic: 'a b' } })).status).toBe(400);
    expect((await send(subscription, { text: 'x'.repeat(4_096) })).status).toBe(413);
  });

  it.each([
    ['gone', 410],
    ['unknown', 404],
    ['too-large', 413],
    ['bad-request', 400],
    ['forbidden', 403],
  ] as const)('answers %s while it is set to', async (name, status) => {
    const subscription = subscribe();
    harness.sandbox.control.push.setAnswer(subscription.id, name);
    expect((await send(subscription)).status).toBe(status);
    harness.sandbox.control.push.setAnswer(subscription.id, null);
    expect((await send(subscription)).status).toBe(201);
  });
});
