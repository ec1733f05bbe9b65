import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { startBench, type Bench } from '../../test/harness.js';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterEach(async () => {
  bench.sandbox.control.faults.clear();
  await bench.sandbox.control.inbox.forget('mails');
});
afterAll(() => bench.sandbox.close());

function post(messageId = '<one@example.com>'): Promise<unknown> {
  const mailer = createTransport({ host: '127.0.0.1', port: bench.sandbox.smtpPort, socketTimeout: 1_000 });
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
const mails = () => bench.sandbox.control.inbox.mails.all();

describe('mail', () => {
  it('is kept whole and shown to tools', async () => {
    const before = new Date(Date.now() - 1).toISOString();
    await post();
    const response = await fetch(`${bench.sandbox.url}/sandbox/mails?since=${before}&to=buyer`);
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

  it('counts a repetition of the same Message-ID', async () => {
    await post();
    await post();
    await post('<two@example.com>');
    expect(mails().map((mail) => mail.count)).toEqual([2, 1]);
  });

  it('is served as a document that can run nothing', async () => {
    await post();
    const response = await fetch(`${bench.sandbox.url}/sandbox/mails/${mails()[0]?.id ?? ''}/html`);
    expect(response.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  });
});

describe('faults', () => {
  const fault = (kind: string, effect?: boolean) =>
    bench.sandbox.control.addFault({
      target: 'smtp',
      kind,
      times: 1,
      ...(effect === undefined ? {} : { effect }),
    });

  it.each([
    ['reject', 550],
    ['defer', 451],
  ])('%s answers %i and keeps nothing', async (kind, code) => {
    fault(kind);
    await expect(post()).rejects.toMatchObject({ responseCode: code });
    expect(mails()).toHaveLength(0);
  });

  it.each([
    ['drop', 1],
    ['lost-request', 0],
  ])('%s breaks the connection with %i mail kept', async (kind, kept) => {
    fault(kind);
    await expect(post()).rejects.toThrow();
    expect(mails()).toHaveLength(kept);
  });

  it('hangs until the client gives up', async () => {
    fault('hang');
    await expect(post()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });
});
