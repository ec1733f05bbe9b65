import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { startSandbox } from './index.js';
import { buyer, startBench } from '../test/harness.js';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

/** What a SIGKILL leaves: the file as it is at this moment, in another folder. */
async function killed(tail = ''): Promise<string> {
  const journal = await readFile(join(stateDir, 'journal.jsonl'), 'utf8');
  const copy = await mkdtemp(join(tmpdir(), 'sandbox-'));
  await writeFile(join(copy, 'journal.jsonl'), journal + tail);
  return copy;
}

describe('a kill', () => {
  it('loses no charge, no key and no mail that was answered', async () => {
    const first = await startBench({ stateDir });
    const { customer, method } = await buyer(first.stripe);
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
    const copy = await killed('{"kind":"stripe","value":{"obj');
    mailer.close();
    await first.sandbox.close();

    for (let start = 0; start < 2; start += 1) {
      const later = await startBench({ stateDir: copy });
      const read = await later.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
      expect(read).toMatchObject({ status: 'succeeded', latest_charge: { amount_refunded: 100 } });
      const replay = await later.stripe.paymentIntents.confirm(
        intent.id,
        { off_session: true },
        { idempotencyKey: 'k' },
      );
      expect(replay.lastResponse.headers['idempotent-replayed']).toBe('true');
      expect((await later.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
      const events = await later.stripe.events.list({ type: 'payment_intent.succeeded' });
      expect(events.data[0]?.data.object).toMatchObject({ id: intent.id, status: 'succeeded' });
      expect(later.sandbox.control.inbox.mails.all().map((mail) => mail.subject)).toEqual(['kept']);
      await later.sandbox.close();
    }
    await rm(copy, { recursive: true });
  });

  it('of a damaged journal says so instead of starting without its payments', async () => {
    await writeFile(join(stateDir, 'journal.jsonl'), 'damage\n{"kind":"forget","value":"sms"}\n');
    await expect(startSandbox({ stateDir })).rejects.toThrow('line 1 is damaged');
  });
});
