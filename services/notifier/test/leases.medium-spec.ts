import { randomUUID } from 'node:crypto';
import { HealthServer, type Logger, ProviderCalls } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MessageFlow } from '../src/sending/message-flow.js';
import type { SentMessage } from '../src/sending/send-outcome.js';
import { type ClaimedRow, destinations, SendingRepository } from '../src/sending/sending.repository.js';
import { newSale } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

describe('the lease of a delivery', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;
  const rows = new SendingRepository('deliveries');

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  /** Sells a lead whose email the mail server keeps waiting until `release`. */
  const sellAndHold = async () => {
    const { userId, email } = await notifier.register();
    const release = mailServer.hold(email);
    const { leadId } = await notifier.sell(userId);
    return { email, leadId, release };
  };
  /** Adds a delivery that only this test knows of, as if another process had created it. */
  const insertDelivery = async () => {
    const { userId, email } = await notifier.register();
    const sale = newSale({ buyerId: userId });
    const { leadId, offerId } = sale;
    const id = randomUUID();
    await notifier.dataSource.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
       SELECT $1, $2, $3, $4, c.id, c.kind, c.address, $5, $6 FROM channels c WHERE c.buyer_id = $3`,
      [id, leadId, userId, offerId, `<delivery-${id}@desk.example>`, JSON.stringify(sale)],
    );
    return { id, leadId, email };
  };
  /** Claims by its id, as another process. */
  const claim = (deliveryId: string) => rows.claim(notifier.transactions, deliveryId, () => []);

  it('keeps another process from claiming the delivery, and one email is sent', async () => {
    const { email, leadId, release } = await sellAndHold();
    await eventually(() => mailServer.attempts.get(email) === 1);
    const { id } = await notifier.getDelivery(leadId);
    expect(await claim(id)).toBeUndefined();
    release();
    await notifier.waitForStatus(leadId, 'sent');
    await notifier.waitForAcknowledgments();
    expect(mailServer.attempts.get(email)).toBe(1);
    expect(await notifier.getDelivery(leadId)).toMatchObject({ attempts: 1 });
  });

  it('is renewed while the mail server keeps an email waiting', async () => {
    const { email, leadId, release } = await sellAndHold();
    const readLease = async () => (await notifier.getDelivery(leadId)).leaseUntil?.getTime();
    const leasedUntil = await eventually(async () => (await readLease()) ?? false);
    await eventually(async () => ((await readLease()) ?? 0) > leasedUntil);
    release();
    await notifier.waitForStatus(leadId, 'sent');
    expect(mailServer.attempts.get(email)).toBe(1);
  });

  it('ends within 15 seconds after its process was killed', async () => {
    const { id, leadId, email } = await eventually(async () => {
      const inserted = await insertDelivery();
      // False if a sweep of the running copies was faster.
      return (await claim(inserted.id)) !== undefined && inserted;
    });
    const { leaseUntil } = await notifier.getDelivery(leadId);
    expect(Number(leaseUntil) - Date.now()).toBeLessThan(15_000);

    const { attempts, sentAt } = await notifier.waitForStatus(leadId, 'sent');
    expect(attempts).toBe(2);
    expect(Number(sentAt)).toBeGreaterThan(Number(leaseUntil));
    expect(mailServer.listReceived(email).map(({ messageId }) => messageId)).toEqual([
      `<delivery-${id}@desk.example>`,
    ]);
  });
});

describe('several deliveries at once', () => {
  const notifier = new NotifierHarness(0);
  /** As in two processes. */
  const [rows, otherRows] = [new SendingRepository('deliveries'), new SendingRepository('deliveries')];

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());
  beforeEach(() =>
    notifier.dataSource.query("UPDATE deliveries SET next_attempt_at = now() + interval '1 day'"),
  );

  /** Inserts an email to each domain, due in this order, and returns their ids. */
  const insertDue = async (...domains: string[]): Promise<string[]> => {
    const ids = domains.map(() => randomUUID());
    const channels = domains.map(() => randomUUID());
    await notifier.dataSource.query(
      `WITH channel AS (
         INSERT INTO channels (id, buyer_id, kind, address, first_name)
         SELECT id, gen_random_uuid(), 'email', 'dana@' || domain, 'Dana' FROM unnest($2::uuid[], $3::text[]) AS n(id, domain)
         RETURNING id, buyer_id, address)
       INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content, next_attempt_at)
       SELECT n.id, gen_random_uuid(), buyer_id, gen_random_uuid(), channel.id, 'email', address, n.id::text, '{}',
              now() - interval '1 minute' + place * interval '1 second'
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS n(id, channel_id, place) JOIN channel ON channel.id = n.channel_id`,
      [ids, channels, domains],
    );
    return ids;
  };
  const claim = async (maxRows: number, { from = rows, busyDomains = [] as string[] } = {}) => {
    const busy = { of: destinations.domain, keys: busyDomains };
    const claimed = await from.claimOldest(notifier.transactions, 'email', { maxRows, busy });
    return claimed.map(({ row }) => row);
  };
  const idsOf = (claimed: readonly ClaimedRow[]): string[] => claimed.map(({ id }) => id).sort();

  it('are claimed oldest first, and none by two processes', async () => {
    const ids = await insertDue(...Array.from({ length: 9 }, () => 'agency.example'));
    expect(idsOf(await claim(3))).toEqual(ids.slice(0, 3).sort());
    const claims = await Promise.all([claim(2), claim(2, { from: otherRows }), claim(1)]);
    expect(idsOf(claims.flat())).toEqual(ids.slice(3, 8).sort());
    expect(idsOf(await claim(3))).toEqual(ids.slice(8));
  });

  it('are claimed without those to a busy domain', async () => {
    const ids = await insertDue('busy.example', 'a.example', 'busy.example', 'b.example', 'c.example');
    const busyDomains = ['busy.example'];
    expect(idsOf(await claim(2, { busyDomains }))).toEqual([ids[1], ids[3]].sort());
    expect(idsOf(await claim(2, { busyDomains }))).toEqual([ids[4]]);
    expect(idsOf(await claim(5))).toEqual([ids[0], ids[2]].sort());
  });

  it('keep their leases, but for those that a transaction holds or another process has claimed since', async () => {
    const [kept = '', locked = '', lost = ''] = await insertDue('a.example', 'b.example', 'c.example');
    const claimed = await claim(3);
    await notifier.dataSource.query("UPDATE deliveries SET lease_until = now() + interval '1 s'");
    await notifier.dataSource.query('UPDATE deliveries SET attempts = attempts + 1 WHERE id = $1', [lost]);
    await notifier.transactions.run(async (tx) => {
      await tx.query('SELECT 1 FROM deliveries WHERE id = $1 FOR UPDATE', [locked]);
      // Does not wait for the row that is locked.
      await rows.renewLeases(notifier.transactions, claimed);
    });
    const renewed = await notifier.dataSource.query<{ id: string }[]>(
      "SELECT id FROM deliveries WHERE lease_until > now() + interval '2 s'",
    );
    expect(renewed).toEqual([{ id: kept }]);
  });

  it('are recorded as sent although one of them has failed', async () => {
    const ids = await insertDue('a.example', 'b.example', 'c.example', 'd.example');
    const claimed = await claim(4);
    const [failed = '', ...others] = ids;
    await notifier.dataSource.query(
      "UPDATE deliveries SET status = 'failed', failed_at = now(), lease_until = NULL WHERE id = $1",
      [failed],
    );
    const together: string[][] = [];
    const sent: string[] = [];
    class RecordingFlow extends MessageFlow<ClaimedRow> {
      limits = () => ({ concurrency: 1 });
      send = () => Promise.reject(new Error('sends nothing'));
      onFailure = () => Promise.resolve(false);
      toLogFields = () => ({});
      protected override onSent(_tx: unknown, messages: readonly SentMessage<ClaimedRow>[]): void {
        together.push(messages.map(({ row }) => row.id));
      }
      protected override async afterSent({ row: { id } }: SentMessage<ClaimedRow>): Promise<void> {
        await Promise.resolve(sent.push(id));
      }
    }
    const calls = new ProviderCalls(new HealthServer({}).metrics);
    const flow = new RecordingFlow(rows, calls, { info: () => undefined } as unknown as Logger);
    const attempts = claimed.map((row) => ({
      row,
      outcome: { result: 'accepted' as const },
      durationMs: 5,
      inContext: <R>(work: () => R) => work(),
    }));
    const afterCommits = await notifier.transactions.run((tx) => flow.record(tx, attempts));
    for (const afterCommit of afterCommits) await afterCommit?.();
    expect(together.map((messages) => messages.toSorted())).toEqual([others.toSorted()]);
    expect(sent.sort()).toEqual(others.toSorted());
    const states: { status: string }[] = await notifier.dataSource.query(
      'SELECT status FROM deliveries WHERE id = ANY ($1) ORDER BY status',
      [ids],
    );
    expect(states.map(({ status }) => status)).toEqual(['failed', 'sent', 'sent', 'sent']);
  });
});
