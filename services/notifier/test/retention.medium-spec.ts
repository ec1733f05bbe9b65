import { accountMail, listDeliveriesOfLead } from '@desk/contracts';
import { runRetention } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { retentionRules } from '../src/retention/retention-rules.js';
import { newAccountMail } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const { mailServer } = notifier;

beforeAll(() => notifier.start());
afterAll(() => notifier.stop());

const apply = () => runRetention({ url: notifier.databaseUrl, schema: 'notifications' }, retentionRules);
const setAge = (table: string, id: string, days: number) =>
  notifier.dataSource.query(
    `UPDATE ${table} SET sent_at = CASE WHEN status = 'sent' THEN now() - make_interval(days => $2) END,
                         failed_at = CASE WHEN status = 'failed' THEN now() - make_interval(days => $2) END,
                         queued_at = now() - make_interval(days => $2) WHERE id = $1`,
    [id, days],
  );
const readContent = async (id: string) => {
  const [row]: { content: string }[] = await notifier.dataSource.query(
    'SELECT content::text FROM deliveries WHERE id = $1',
    [id],
  );
  return row?.content;
};

async function deliver(answer: 250 | 451 | 554) {
  const user = await notifier.register();
  mailServer.script(user.email, ...Array.from({ length: 9 }, () => ({ answer })));
  return { user, sale: await notifier.sell(user.userId) };
}

it.each([
  ['sent', 250],
  ['failed', 554],
] as const)(
  'removes the content of a %s delivery after 30 days, and keeps its log',
  async (status, answer) => {
    const { user, sale } = await deliver(answer);
    const { id } = await notifier.waitForStatus(sale.leadId, status);
    await setAge('deliveries', id, 29);
    await apply();
    expect(await readContent(id)).toContain('enc:');

    await setAge('deliveries', id, 31);
    await apply();
    expect(await readContent(id)).toBe('{}');
    const log = await notifier.commands.send(listDeliveriesOfLead, {
      leadId: sale.leadId,
      buyerId: user.userId,
    });
    expect(log.deliveries).toMatchObject([{ id, status, address: user.email }]);
  },
);

it('keeps the content of a delivery that is still retried, however old', async () => {
  const { sale } = await deliver(451);
  const { id } = await notifier.waitForStatus(sale.leadId, 'queued');
  await setAge('deliveries', id, 400);
  await apply();
  expect(await readContent(id)).toContain('enc:');
  expect(await notifier.getDelivery(sale.leadId)).toMatchObject({ status: 'queued' });
});

it('removes account mails after 90 days', async () => {
  const [young, old] = [newAccountMail(), newAccountMail()];
  for (const mail of [young, old]) await notifier.publish(accountMail, mail);
  await notifier.waitForMail(young.mailId);
  await notifier.waitForMail(old.mailId);
  await setAge('account_mails', young.mailId, 89);
  await setAge('account_mails', old.mailId, 91);
  await apply();
  const left: { id: string }[] = await notifier.dataSource.query(
    'SELECT id FROM account_mails WHERE id IN ($1, $2)',
    [young.mailId, old.mailId],
  );
  expect(left).toEqual([{ id: young.mailId }]);
});
