import { randomUUID } from 'node:crypto';
import { contactChanged, leadSold, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';
import { newContact, newSale, newUser } from './fixtures.js';

describe('email channel of a buyer', () => {
  const notifier = new NotifierHarness();
  const listAddresses = async (userId: string) => {
    const rows: { address: string }[] = await notifier.dataSource.query(
      'SELECT address FROM channels WHERE buyer_id = $1',
      [userId],
    );
    return rows.map(({ address }) => address);
  };
  const changeEmail = async (userId: string, email: string, at: string, version: number) => {
    const contact = newContact({ ...newUser(), userId, email }, { at, version });
    await notifier.publish(contactChanged, contact, randomUUID());
    await notifier.waitForAcknowledgments();
  };

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  it('uses the address of the registration, also for an admin', async () => {
    const user = newUser({ isAdmin: true });
    await notifier.publish(userRegistered, user, user.userId);
    await notifier.waitForAcknowledgments();
    expect(await listAddresses(user.userId)).toEqual([user.email]);
  });

  it('uses the address of the latest change, even if events arrive out of order', async () => {
    const user = newUser();
    await changeEmail(user.userId, 'second@agency.example', '2026-01-05T14:00:02.000Z', 2);
    await changeEmail(user.userId, 'first@agency.example', '2026-01-05T14:00:01.000Z', 1);
    await notifier.publish(userRegistered, user, user.userId);
    await notifier.waitForAcknowledgments();
    expect(await listAddresses(user.userId)).toEqual(['second@agency.example']);
    await changeEmail(user.userId, 'third@agency.example', '2026-01-05T14:00:03.000Z', 3);
    expect(await listAddresses(user.userId)).toEqual(['third@agency.example']);
  });

  it('uses the address of the later version, even if its time is earlier', async () => {
    const { userId } = newUser();
    await changeEmail(userId, 'earlier@agency.example', '2026-01-05T14:00:09.000Z', 1);
    await changeEmail(userId, 'later@agency.example', '2026-01-05T14:00:01.000Z', 2);
    expect(await listAddresses(userId)).toEqual(['later@agency.example']);
    await changeEmail(userId, 'earlier@agency.example', '2026-01-05T14:00:09.000Z', 1);
    expect(await listAddresses(userId)).toEqual(['later@agency.example']);
  });

  it('redirects a queued lead to the new address', async () => {
    const user = newUser();
    await notifier.publish(userRegistered, user, user.userId);
    await notifier.waitForAcknowledgments();
    notifier.mailServer.script(user.email, { answer: 452 }, { answer: 452 });
    const sale = newSale({ buyerId: user.userId });
    await notifier.publish(leadSold, sale, sale.leadId);
    await eventually(async () => (await notifier.getDelivery(sale.leadId)).attempts === 2);
    const newEmail = `new-${user.userId}@agency.example`;
    await changeEmail(user.userId, newEmail, new Date().toISOString(), 1);
    await eventually(async () => (await notifier.getDelivery(sale.leadId)).status === 'sent');
    expect(notifier.mailServer.listReceived(user.email)).toEqual([]);
    expect(notifier.mailServer.listReceived(newEmail)).toHaveLength(1);
  });
});
