import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { startHarness, type Harness } from '../../test/harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(async () => {
  harness.sandbox.control.faults.clear();
  await harness.sandbox.control.inbox.clear('mails');
});
afterAll(() => harness.sandbox.close());

function sendMail(messageId = '<one@example.com>'): Promise<unknown> {
  const mailer = createTransport({ host: '127.0.0.1', port: harness.sandbox.smtpPort, socketTimeout: 1_000 });
  return mailer
    .sendMail({
      from: { name: 'Annuity Desk', address: 'leads@example.com' },
      to: 'buyer@example.com',
      subject: 'New lead – Zoë',
      text: 'plain',
      html: '<p>rich</p><script>alert(1)</script>',
      messageId,
    })
    .finally(() => {
      mailer.close();
    });
}
async function mails() {
  const { inbox } = harness.sandbox.control;
  await inbox.parseMails();
  return inbox.mails.list();
}

describe('SMTP inbox', () => {
  it('stores the whole email and lists it for tools', async () => {
    const before = new Date(Date.now() - 1).toISOString();
    await sendMail();
    const response = await fetch(`${harness.sandbox.url}/sandbox/mails?since=${before}&to=buyer`);
    const { mails: listed } = (await response.json()) as { mails: Record<string, unknown>[] };
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({
      from: 'Annuity Desk <leads@example.com>',
      to: ['buyer@example.com'],
      subject: 'New lead – Zoë',
      messageId: '<one@example.com>',
      count: 1,
      headers: { subject: expect.any(String) },
    });
    expect(String(listed[0]?.['text'])).toContain('plain');
    expect(String(listed[0]?.['receivedAt'])).toMatch(/^\d{4}-.*\.\d{3}Z$/);
  });

  it('counts repetitions of the same Message-ID', async () => {
    await sendMail();
    await sendMail();
    await sendMail('<two@example.com>');
    expect((await mails()).map((mail) => mail.count)).toEqual([2, 1]);
  });

  it('serves the HTML body as a document that cannot run scripts', async () => {
    await sendMail();
    const response = await fetch(`${harness.sandbox.url}/sandbox/mails/${(await mails())[0]?.id ?? ''}/html`);
    expect(response.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  });
});

describe('SMTP faults', () => {
  const fault = (kind: string, effect?: boolean) =>
    harness.sandbox.control.addFault({
      target: 'smtp',
      kind,
      times: 1,
      ...(effect === undefined ? {} : { effect }),
    });

  it.each([
    ['reject', 550],
    ['defer', 451],
  ])('%s replies %i and stores nothing', async (kind, code) => {
    fault(kind);
    await expect(sendMail()).rejects.toMatchObject({ responseCode: code });
    expect(await mails()).toHaveLength(0);
  });

  it.each([
    ['drop', 1],
    ['lost-request', 0],
  ])('%s drops the connection and stores %i email', async (kind, stored) => {
    fault(kind);
    await expect(sendMail()).rejects.toThrow();
    expect(await mails()).toHaveLength(stored);
  });

  it('hangs until the client times out', async () => {
    fault('hang');
    await expect(sendMail()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });
});
