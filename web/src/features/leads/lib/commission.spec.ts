import { commissionCents } from '@desk/contracts/leads/sold-leads.schemas';
import { expect, it } from '@jest/globals';
import { COMMISSION_NOT_VALID, formatCommission, parseCommission } from './commission';

it.each([
  ['1250', 125_000],
  ['1250.5', 125_050],
  [' $1,250.50 ', 125_050],
  ['0', 0],
  ['0.29', 29],
  ['1,000,000', 100_000_000],
  ['', null],
  ['  ', null],
])('reads %j as %j cents', (text, cents) => {
  expect(parseCommission(text)).toBe(cents);
});

it.each(['1000000.01', '-5', '12,50', '1,2,3', '1.234', '$', 'about 500', '1e3', '12345678'])(
  'refuses %j',
  (text) => {
    expect(parseCommission(text)).toBeUndefined();
  },
);

it('formats cents so that they are read back unchanged', () => {
  expect([null, 0, 29, 125_000, 125_050].map(formatCommission)).toEqual(['', '0', '0.29', '1250', '1250.50']);
});

it('says what is refused as the server does', async () => {
  await expect(commissionCents().validate(100_000_001)).rejects.toThrow(COMMISSION_NOT_VALID);
});
