import { connect } from 'node:net';
import { createInterface } from 'node:readline';
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

describe('a server without SMTPUTF8', () => {
  const talk = async (commands: readonly string[]): Promise<string[]> => {
    const socket = connect(harness.sandbox.smtpPort, '127.0.0.1');
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const read = async (): Promise<string> => {
      for (;;) {
        const { value } = await lines.next();
        if (/^\d{3} /.test(String(value))) return String(value);
      }
    };
    const answers = [await read()];
    for (const command of commands) {
      socket.write(`${command}\r\n`);
      answers.push(await read());
    }
    socket.destroy();
    return answers;
  };

  it('refuses addresses outside of ASCII at MAIL and RCPT', async () => {
    const [, , sender, , recipient, other] = await talk([
      'EHLO test',
      'MAIL FROM:<jos\u00e9@example.com>',
      'MAIL FROM:<leads@example.com>',
      'RCPT TO:<ann@b\u00fccher.example>',
      'RCPT TO:<ann@example.com>',
    ]);
    expect([sender, recipient]).toEqual([
      expect.stringMatching(/^553 5\.6\.7/),
      expect.stringMatching(/^553 5\.6\.7/),
    ]);
    expect(other).toMatch(/^250/);
  });
});

describe('SMTP faults', () => {
  it('defer for a day, then refuse', async () => {
    const day = 86_400_000;
    const { control, url } = harness.sandbox;
    control.addFault({ target: 'smtp', kind: 'defer', forMs: day });
    control.addFault({ target: 'smtp', kind: 'reject' });
    const advance = (advanceMs: number) =>
      fetch(`${url}/sandbox/clock`, { method: 'POST', body: JSON.stringify({ advanceMs }) });
    await expect(sendMail()).rejects.toMatchObject({ responseCode: 451 });
    await advance(day / 2);
    await expect(sendMail()).rejects.toMatchObject({ responseCode: 451 });
    await advance(day / 2);
    await expect(sendMail()).rejects.toMatchObject({ responseCode: 550 });
    expect((await advance(-1)).status).toBe(422);
  });

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
