import { randomUUID } from 'node:crypto';
import { leadUndeliverable } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  UndeliverableLeadRepository,
  UndeliverableLeadsService,
} from '../src/undeliverable-leads/undeliverable-leads.service.js';
import { SendingRepository } from '../src/sending/sending.repository.js';
import { insertLead } from './inserted-leads.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();

beforeAll(() => notifier.start());
afterAll(() => notifier.stop());

const listUndeliverable = async (offerId: string) =>
  (await notifier.listPublished(offerId)).filter(({ name }) => name === leadUndeliverable.name);

describe("the ends of a lead's deliveries", () => {
  const rows = new SendingRepository('deliveries');
  const alarms: unknown[] = [];
  const newService = () =>
    new UndeliverableLeadsService(new UndeliverableLeadRepository(), {
      warn: () => undefined,
      error: ({ alarm }: { alarm: string }) => alarms.push(alarm),
    } as never);

  it('are published exactly once if all fail, and never otherwise, in any order', async () => {
    const ends = fc.array(fc.constantFrom('fail', 'send'), { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        ends,
        fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }),
        async (outcomes, delays) => {
          const lead = await insertLead(
            notifier.dataSource,
            outcomes.map(() => 'queued'),
          );
          const end = async (index: number): Promise<void> => {
            const service = newService();
            const row = { id: lead.ids[index]!, attempts: 1 };
            await notifier.transactions.run(async (tx) => {
              if (outcomes[index] === 'send') {
                await rows.setSent(tx, [row.id]);
                return;
              }
              await service.lockDeliveries(tx, row.id);
              await rows.setFailed(tx, row, 'MESSAGE_REFUSED');
              await tx.query('SELECT pg_sleep($1)', [(delays[index] ?? 0) / 1_000]);
              await service.publishIfUndeliverable(tx, lead);
            });
          };
          await Promise.all(outcomes.map((_outcome, index) => end(index)));
          const published = await listUndeliverable(lead.offerId);
          expect(published).toHaveLength(outcomes.includes('send') ? 0 : 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('raise an alarm, and are not published again, once the refund has failed', async () => {
    const lead = await insertLead(notifier.dataSource, ['failed']);
    const publish = () => notifier.transactions.run((tx) => newService().publishIfUndeliverable(tx, lead));
    await publish();
    await publish();
    expect(alarms).toEqual([]);
    const { leadId, offerId, buyerId } = lead;
    await notifier.transactions.run((tx) =>
      new UndeliverableLeadRepository().recordFailedRefund(tx, {
        purchaseId: randomUUID(),
        refundId: randomUUID(),
        offerId,
        leadId,
        buyerId,
        amountCents: 8_000,
        failedAt: new Date().toISOString(),
      }),
    );
    await publish();
    expect(alarms).toEqual(['undeliverable-after-failed-refund']);
    expect(await listUndeliverable(offerId)).toHaveLength(1);
  });
});
