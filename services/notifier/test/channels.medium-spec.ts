import { randomUUID } from 'node:crypto';
import { contactChanged, leadSold, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';
import { sampleSale, sampleUser } from './samples.js';

describe('where a buyer is reached', () => {
  const desk = new NotifierHarness();
  const quiet = () => eventually(async () => (await desk.unacknowledged()) === 0, { timeoutMs: 20_000 });
  const addressOf = async (userId: string) => {
    const rows: { address: string }[] = await desk.dataSource.query(
      'SELECT address FROM channels WHERE buyer_id = $1',
      [userId],
    );
    return rows.map(({ address }) => address);
  };
  const change = (userId: string, email: string, at: string) =>
    desk.emit(contactChanged, { userId, email, firstName: 'Dana', lastName: 'Reyes', at }, randomUUID());

  beforeAll(() => desk.start());
  afterAll(() => desk.stop());

  it('is the address of the registration, for an admin too', async () => {
    const user = sampleUser({ isAdmin: true });
    await desk.emit(userRegistered, user, user.userId);
    await quiet();
    expect(await addressOf(user.userId)).toEqual([user.email]);
  });

  it('is the address of the latest change, in whatever order the news come', async () => {
    const user = sampleUser();
    await change(user.userId, 'second@agency.example', '2026-01-05T14:00:02.000Z');
    await quiet();
    await change(user.userId, 'first@agency.example', '2026-01-05T14:00:01.000Z');
    await desk.emit(userRegistered, user, user.userId);
    await quiet();
    expect(await addressOf(user.userId)).toEqual(['second@agency.example']);
    await change(user.userId, 'third@agency.example', '2026-01-05T14:00:03.000Z');
    await quiet();
    expect(await addressOf(user.userId)).toEqual(['third@agency.example']);
  });

  it('brings a lead that still waits to the new address', async () => {
    const user = sampleUser();
    await desk.emit(userRegistered, user, user.userId);
    await quiet();
    desk.mailServer.expect(user.email, { answer: 452 }, { answer: 452 });
    const sale = sampleSale({ buyerId: user.userId });
    await desk.emit(leadSold, sale, sale.leadId);
    await eventually(async () => (await desk.delivery(sale.leadId)).attempts === 2);
    const moved = `moved-${user.userId}@agency.example`;
    await change(user.userId, moved, new Date().toISOString());
    await eventually(async () => (await desk.delivery(sale.leadId)).status === 'sent');
    expect(desk.mailServer.to(user.email)).toEqual([]);
    expect(desk.mailServer.to(moved)).toHaveLength(1);
  });
});
