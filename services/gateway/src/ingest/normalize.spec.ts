import { expect, test } from '@jest/globals';
import { toAssetBand, toE164, toLeadType, toListed } from './normalize.js';

test.each([
  ['(512) 555-0142', '+15125550142'],
  ['512.555.0142', '+15125550142'],
  ['1 512 555 0142', '+15125550142'],
  ['+1 (512) 555-0142', '+15125550142'],
  ['+442071838750', '+442071838750'],
])('converts %j to %s', (phone, e164) => {
  expect(toE164(phone)).toBe(e164);
});

test.each(['512-555-0142 x9', 'call 5125550142', '1-800-FLOWERS', ''])('returns %j unchanged', (phone) => {
  expect(toE164(phone)).toBe(phone);
});

test.each([
  ['fixed', 'Fixed'],
  ['Fixed Annuity', 'Fixed'],
  ['indexed  annuity LEADS', 'Indexed'],
  ['myga annuity lead', 'MYGA'],
])('finds the lead type in %j', (text, leadType) => {
  expect(toLeadType(text)).toBe(leadType);
});

test.each(['annuity', 'annuity leads', 'fixed leads', 'annuity fixed', ''])(
  'finds no lead type in %j',
  (text) => {
    expect(['Fixed', 'Indexed', 'MYGA']).not.toContain(toLeadType(text));
  },
);

test('does not convert text that is too long to be a spelling', () => {
  const padded = `Fixed${' '.repeat(200)}`;
  expect(toLeadType(padded)).toBe(padded);
  expect(toListed(['Fixed'])(padded)).toBe(padded);
  expect(toE164(`512${' '.repeat(200)}5550142`)).toMatch(/ {200}/);
  expect(toAssetBand(`250000${' '.repeat(200)}`)).toMatch(/ {200}/);
});
