import { contactChanged, userRegistered } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';
import { newContact, newUser } from './fixtures.js';

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
    await notifier.publish(contactChanged, newContact({ ...newUser(), userId, email }, { at, version }));
    await notifier.waitForAcknowledgments();
  };

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  it('uses the address of the registration, also for an admin', async () => {
    const { userId, email } = await notifier.register({ isAdmin: true });
    expect(await listAddresses(userId)).toEqual([email]);
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
});
