import { randomUUID } from 'node:crypto';
import { changeProfile } from '@desk/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AccountsHarness, newCaller } from './accounts.harness.js';

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

interface Tie {
  readonly kind: string;
  readonly digest: string;
}
const register = (email: string, phone: string) => accounts.registerAgent({ email, phone });
const tiesOf = async (userId: string): Promise<Tie[]> =>
  (await accounts.listPublished(userId))
    .filter(({ name }) => name === 'accounts.ties-found')
    .flatMap(({ payload }) => payload['ties'] as Tie[]);
const digestsOf = async (userId: string, kind: string) =>
  new Set((await tiesOf(userId)).filter((tie) => tie.kind === kind).map(({ digest }) => digest));
const newName = () => `a${randomUUID().slice(0, 8)}`;

it('ties accounts by phone number and by their own mail server, in any spelling', async () => {
  const domain = `${newName()}-annuities.com`;
  const first = await register(`ann@${domain}`, '+1 (512) 555-0143');
  const second = await register(`bob@mail.${domain}`, '+15125550143');
  const third = await register(`${newName()}@gmail.com`, '+15125550144');
  for (const kind of ['phone', 'domain'])
    expect(await digestsOf(first.userId, kind)).toEqual(await digestsOf(second.userId, kind));
  expect(await digestsOf(third.userId, 'domain')).toEqual(new Set());
  expect(await digestsOf(third.userId, 'phone')).not.toEqual(await digestsOf(first.userId, 'phone'));
  expect(JSON.stringify(await tiesOf(first.userId))).not.toMatch(/5550143|annuities/);
});

it('ties an account by the phone number that it changes to', async () => {
  const first = await register(`${newName()}@gmail.com`, '+15125550145');
  const { userId, email } = await register(`${newName()}@gmail.com`, '+15125550146');
  await accounts.commands.send(changeProfile, {
    userId,
    email,
    firstName: 'Ada',
    lastName: 'Agent',
    phone: '+15125550145',
    companyName: null,
    caller: newCaller(),
  });
  const [digest = ''] = await digestsOf(first.userId, 'phone');
  expect(await digestsOf(userId, 'phone')).toContain(digest);
});
