import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { startSandbox } from './index.js';
import { createBuyer, startHarness } from '../test/harness.js';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

/** Copies the journal in its current state, which is what a SIGKILL would leave. */
async function copyJournal(tail = ''): Promise<string> {
  const journal = await readFile(join(stateDir, 'journal.jsonl'), 'utf8');
  const copy = await mkdtemp(join(tmpdir(), 'sandbox-'));
  await writeFile(join(copy, 'journal.jsonl'), journal + tail);
  return copy;
}

describe('state folder', () => {
  it('keeps every answered charge, idempotency key, and email across a kill', async () => {
    const first = await startHarness({ stateDir });
    const { customer, method } = await createBuyer(first.stripe);
    const intent = await first.stripe.paymentIntents.create({
      amount: 8_000,
      currency: 'usd',
      customer,
      payment_method: method,
    });
    await first.stripe.paymentIntents.confirm(intent.id, { off_session: true }, { idempotencyKey: 'k' });
    await first.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    const mailer = createTransport(first.sandbox.smtpUrl);
    await mailer.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'kept', text: 'x' });
    const copy = await copyJournal('{"kind":"stripe","value":{"obj');
    mailer.close();
    await first.sandbox.close();

    for (let start = 0; start < 2; start += 1) {
      const restarted = await startHarness({ stateDir: copy });
      const restored = await restarted.stripe.paymentIntents.retrieve(intent.id, {
        expand: ['latest_charge'],
      });
      expect(restored).toMatchObject({ status: 'succeeded', latest_charge: { amount_refunded: 100 } });
      const replay = await restarted.stripe.paymentIntents.confirm(
        intent.id,
        { off_session: true },
        { idempotencyKey: 'k' },
      );
      expect(replay.lastResponse.headers['idempotent-replayed']).toBe('true');
      expect((await restarted.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
      const events = await restarted.stripe.events.list({ types: ['payment_intent.succeeded'] });
      expect(events.data[0]?.data.object).toMatchObject({ id: intent.id, status: 'succeeded' });
      await restarted.sandbox.control.inbox.parseMails();
      expect(restarted.sandbox.control.inbox.mails.list().map((mail) => mail.subject)).toEqual(['kept']);
      await restarted.sandbox.close();
    }
    await rm(copy, { recursive: true });
  });

  it('keeps mails and cards where other users of the machine cannot read them', async () => {
    const previousUmask = process.umask(0);
    const folder = join(stateDir, 'sandbox');
    try {
      await (await startSandbox({ stateDir: folder })).close();
    } finally {
      process.umask(previousUmask);
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'journal.jsonl'))).mode & 0o777).toBe(0o600);
  });

  it('refuses to start with a damaged journal', async () => {
    await writeFile(join(stateDir, 'journal.jsonl'), 'damage\n{"kind":"webhook","value":{"id":"evt_1"}}\n');
    await expect(startSandbox({ stateDir })).rejects.toThrow('line 1 is damaged');
  });
});
