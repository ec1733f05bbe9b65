import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { startHarness, type Harness } from '../../test/harness.js';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.sandbox.close());

function sendMail(messageId = '<one@example.com>'): Promise<unknown> {
  const mailer = createTransport(harness.sandbox.smtpUrl);
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
    await sendMail();
    const list = async (to: string) => {
      const response = await fetch(`${harness.sandbox.url}/sandbox/mails?to=${to}`);
      return ((await response.json()) as { mails: Record<string, unknown>[] }).mails;
    };
    expect(await list('seller')).toEqual([]);
    const listed = await list('buyer');
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({
      from: 'Annuity Desk <leads@example.com>',
      to: ['buyer@example.com'],
      subject: 'New lead – Zoë',
      messageId: '<one@example.com>',
      count: 1,
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
        const { value, done } = await lines.next();
        if (done === true) throw new Error('the server closed the connection');
        if (/^\d{3} /.test(value)) return value;
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
  const fault = (kind: string) => harness.sandbox.control.addFault({ target: 'smtp', kind, times: 1 });

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
});
