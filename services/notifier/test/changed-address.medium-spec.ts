import { randomUUID } from 'node:crypto';
import { contactChanged, leadSold, leadUndeliverable, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSale, newUser } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

describe('an email that is refused for good after its address was changed', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  const saveContact = async (user: ReturnType<typeof newUser>, email: string, firstName = user.firstName) => {
    const { userId, lastName } = user;
    const at = new Date().toISOString();
    await notifier.publish(contactChanged, { userId, email, firstName, lastName, at });
    await eventually(async () => {
      const saved: unknown[] = await notifier.dataSource.query(
        'SELECT 1 FROM channels WHERE buyer_id = $1 AND address = $2 AND first_name = $3',
        [userId, email, firstName],
      );
      return saved.length === 1;
    });
  };
  /** Sells a lead whose email to the first address is refused once `refuse` is called. */
  const sellAndHold = async () => {
    const user = newUser();
    await notifier.publish(userRegistered, user, user.userId);
    await notifier.waitForAcknowledgments();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    mailServer.refuseRecipient(user.email, 550, promise.then());
    const { leadId, offerId } = newSale({ buyerId: user.userId });
    await notifier.publish(leadSold, newSale({ leadId, offerId, buyerId: user.userId }), leadId);
    await eventually(() => Promise.resolve(mailServer.refusedAtRcpt.has(user.email)));
    return { user, leadId, offerId, refuse: () => resolve(undefined) };
  };
  const listUndeliverable = async (offerId: string) =>
    (await notifier.listPublished(offerId)).filter(({ name }) => name === leadUndeliverable.name);

  it('is sent to the new address at once', async () => {
    const { user, leadId, offerId, refuse } = await sellAndHold();
    const email = `new-${randomUUID()}@agency.example`;
    await saveContact(user, email);
    refuse();
    const row = await notifier.waitForStatus(leadId, 'sent');
    expect(row).toMatchObject({ attempts: 2, lastErrorCode: 'ADDRESS_REFUSED' });
    expect(mailServer.listReceived(email)).toHaveLength(1);
    expect(await listUndeliverable(offerId)).toEqual([]);
  });

  it('fails, and is refunded, if the new address is refused too', async () => {
    const { user, leadId, offerId, refuse } = await sellAndHold();
    const email = `new-${randomUUID()}@agency.example`;
    mailServer.refuseRecipient(email, 550);
    await saveContact(user, email);
    refuse();
    expect(await notifier.waitForStatus(leadId, 'failed')).toMatchObject({ attempts: 2 });
    expect(await listUndeliverable(offerId)).toHaveLength(1);
  });

  it('fails at once if only the name was changed', async () => {
    const { user, leadId, refuse } = await sellAndHold();
    await saveContact(user, user.email, 'Diana');
    refuse();
    expect(await notifier.waitForStatus(leadId, 'failed')).toMatchObject({ attempts: 1 });
  });
});
