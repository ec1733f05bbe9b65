import { expect, test } from '@jest/globals';
import { isUsPhone, toAssetBand, toE164, toInstant, toLeadType, toListed } from './normalize.js';

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

test.each(['+12125550123', '+17875550123', '+18005550123'])('takes %s for a US number', (phone) => {
  expect(isUsPhone(phone)).toBe(true);
});

test.each([
  ['an area code that is not in use', '+19995550123'],
  ['a Canadian number', '+14165550123'],
  ['a Bahamian number', '+12425550123'],
  ['too few digits', '+1212555012'],
  ['no number', 'call me'],
  ['a long text', `+1${'2'.repeat(200)}`],
])('does not take %s for a US number', (_name, phone) => {
  expect(isUsPhone(phone)).toBe(false);
});

const now = new Date('2026-11-22T12:00:00Z');
test.each([
  ['2026-11-22T11:59:59Z', '2026-11-22T11:59:59.000Z'],
  ['2026-11-22T06:59-05:00', '2026-11-22T11:59:00.000Z'],
  ['2026-11-22 11:59:59.123456 +0000', '2026-11-22T11:59:59.123Z'],
  ['2026-11-22T12:04:00Z', '2026-11-22T12:04:00.000Z'],
])('reads the time %s', (text, instant) => {
  expect(toInstant(text, now)).toBe(instant);
});

test.each([
  '2026-11-22T12:06:00Z',
  '2026-11-22',
  '11/22/2026 10:00',
  '2026-11-22T11:00:00',
  '2026-13-40T00:00Z',
  '',
])('does not read the time %j', (text) => {
  expect(toInstant(text, now)).toBeUndefined();
});
