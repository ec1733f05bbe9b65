import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isLateCode, twilioCodes } from './twilio-refusals.js';
import { startHarness, type Harness } from '../../test/harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.sandbox.close());

const from = '+15550100001';
const to = '+15550100002';
const sms = (fields: Record<string, string>, { url } = harness.sandbox) =>
  fetch(`${url}/2010-04-01/Accounts/AC1/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('AC1:token')}` },
    body: new URLSearchParams(fields),
  });

describe('SMS', () => {
  it('is accepted and listed', async () => {
    const response = await sms({ To: to, From: from, Body: 'New lead' });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ status: 'queued', to, error_code: null });
    expect(harness.sandbox.control.inbox.sms.list()[0]).toMatchObject({ body: 'New lead', to });
  });

  it('is rejected with 21610 after STOP and accepted again after START', async () => {
    await harness.sandbox.control.receiveSms({ from: to, to: from, body: ' stop ' });
    const rejected = await sms({ To: to, From: from, Body: 'x' });
    expect([rejected.status, await rejected.json()]).toMatchObject([400, { code: 21610, status: 400 }]);
    await harness.sandbox.control.receiveSms({ from: to, to: from, body: 'START' });
    expect((await sms({ To: to, From: from, Body: 'x' })).status).toBe(201);
  });

  it('reports the error code of an invalid request', async () => {
    expect(await (await sms({ To: '555', From: from, Body: 'x' })).json()).toMatchObject({ code: 21211 });
    expect(await (await sms({ To: to, From: from })).json()).toMatchObject({ code: 21602 });
  });
});

describe('every code of Twilio', () => {
  it.each(twilioCodes)('%i is answered, or reported later', async (code) => {
    const match = { path: '/2010-04-01/**' };
    harness.sandbox.control.addFault({ kind: 'refuse', code: String(code), times: 1, match });
    const response = await sms({ To: to, From: from, Body: 'x' });
    if (isLateCode(code)) expect(response.status).toBe(201);
    else expect(await response.json()).toMatchObject({ code, status: response.status });
    expect(response.status >= 400).toBe(!isLateCode(code));
  });
});

describe('phone look-up', () => {
  const lookUp = async (phone: string, headers = { authorization: `Basic ${btoa('AC1:token')}` }) => {
    const path = `/v2/PhoneNumbers/${encodeURIComponent(phone)}?Fields=line_type_intelligence`;
    const response = await fetch(`${harness.sandbox.url}${path}`, { headers });
    return { status: response.status, body: (await response.json()) as object };
  };

  it.each([
    ['+15125550142', { valid: true, line_type_intelligence: { type: 'mobile', error_code: null } }],
    ['+15125550101', { valid: true, line_type_intelligence: { type: 'landline' } }],
    ['+15125550104', { valid: true, line_type_intelligence: { type: null, error_code: 60600 } }],
    ['+15125550100', { valid: false, line_type_intelligence: null }],
  ])('answers about %s', async (phone, body) => {
    expect(await lookUp(phone)).toMatchObject({ status: 200, body: { phone_number: phone, ...body } });
  });

  it('refuses a call without credentials, and what is not a number', async () => {
    expect(await lookUp('+15125550142', { authorization: 'none' })).toMatchObject({ status: 401 });
    expect(await lookUp('nobody')).toMatchObject({ status: 404, body: { code: 20404 } });
  });
});

describe('callbacks of Twilio', () => {
  const authToken = 'a'.repeat(32);
  const publicUrl = 'https://desk.example';

  it('are signed over the public URL, report the status of messages, and pass on replies', async () => {
    const received: { target: string; form: Record<string, string>; signature: string }[] = [];
    const app = createServer((request, response) => {
      void text(request).then((body) => {
        const form = Object.fromEntries(new URLSearchParams(body));
        const signature = String(request.headers['x-twilio-signature']);
        received.push({ target: request.url ?? '', form, signature });
        response.end('<Response><Message>a &amp; b</Message></Response>');
      });
    }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    const address = app.address();
    const appUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const { sandbox } = await startHarness({ twilioAuthToken: authToken, publicUrl, appUrl });
    sandbox.control.twilio.updateSettings({ delayMs: 0 });
    const StatusCallback = `${publicUrl}/status?d=1#rc=5`;
    const send = (phone: string) => sms({ To: phone, From: from, Body: 'x', StatusCallback }, sandbox);
    await send(to);
    await send('+15005530006');
    await sandbox.control.receiveSms({ from: to, to: from, body: 'HELP' });
    while (received.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const { target, form, signature } of received)
      expect(twilio.validateRequest(authToken, signature, `${publicUrl}${target}`, form)).toBe(true);
    expect(received.map(({ form }) => form['MessageStatus'] ?? form['Body']).sort()).toEqual([
      'HELP',
      'delivered',
      'sent',
      'sent',
      'undelivered',
    ]);
    expect(received.find(({ form }) => form['MessageStatus'] === 'undelivered')?.form['ErrorCode']).toBe(
      '30006',
    );
    expect(sandbox.control.inbox.sms.list().at(-1)).toMatchObject({
      to,
      body: 'a & b',
      direction: 'outbound',
    });
    await sandbox.close();
    app.closeAllConnections();
    app.close();
  });
});

describe('a hook', () => {
  const post = (path: string, init: RequestInit = {}) =>
    fetch(`${harness.sandbox.url}${path}`, { method: 'POST', body: '{"type":"lead.sold"}', ...init });
  const list = async (query: string) =>
    ((await (await fetch(`${harness.sandbox.url}/sandbox/hooks${query}`)).json()) as { hooks: object[] })
      .hooks;

  it('stores what arrives under its name', async () => {
    const headers = { 'webhook-id': 'msg_1', authorization: 'secret' };
    expect((await post('/hooks/crm', { headers })).status).toBe(200);
    expect((await post('/hooks/other')).status).toBe(200);
    expect(await list('?name=crm')).toEqual([
      expect.objectContaining({ name: 'crm', body: '{"type":"lead.sold"}' }),
    ]);
    expect(JSON.stringify(await list(''))).not.toContain('secret');
    expect((await post('/hooks/')).status).toBe(404);
    expect((await post('/hooks/crm', { method: 'PUT' })).status).toBe(405);
  });

  it('answers with a planned fault', async () => {
    harness.sandbox.control.addFault({
      kind: 'status',
      status: 410,
      times: 1,
      match: { path: '/hooks/closed' },
    });
    expect((await post('/hooks/closed')).status).toBe(410);
    expect(await list('?name=closed')).toEqual([]);
    expect((await post('/hooks/closed')).status).toBe(200);
  });
});
