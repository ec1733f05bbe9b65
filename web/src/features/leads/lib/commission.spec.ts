import { commissionCents } from '@desk/contracts/leads/sold-leads.schemas';
import { expect, it } from '@jest/globals';
import { COMMISSION_NOT_VALID, parseCommission } from './commission';

it.each([
  ['0', 0],
  ['1,000,000', 100_000_000],
  ['', null],
])('reads %j as %j cents', (text, cents) => {
  expect(parseCommission(text)).toBe(cents);
});

it.each(['1000000.01', 'about 500'])('refuses %j', (text) => {
  expect(parseCommission(text)).toBeUndefined();
});

it('reports the same error as the server', async () => {
  await expect(commissionCents().validate(100_000_001)).rejects.toThrow(COMMISSION_NOT_VALID);
});
