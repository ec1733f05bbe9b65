import { isRefusal } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { readCertificateUrl, readConsentTime, readJornayaId } from './read-consent.js';

const ID = '0123456789abcdef0123456789abcdef01234567';

test.each([
  [`https://cert.trustedform.com/${ID}`, `https://cert.trustedform.com/${ID}`],
  [` https://CERT.trustedform.com/${ID}/ `, `https://cert.trustedform.com/${ID}`],
  [`https://cert.trustedform.com/${ID}?shared=1#top`, `https://cert.trustedform.com/${ID}`],
  [`https://cert.staging.trustedform.com/${ID}`, `https://cert.staging.trustedform.com/${ID}`],
  [`https://cert.trusted\u200Bform.com/${ID}`, `https://cert.trustedform.com/${ID}`],
])('reads the certificate %j', (text, url) => {
  expect(readCertificateUrl(text)).toBe(url);
});

test.each([
  'https://www.example.com/',
  `https://www.example.com/${ID}`,
  `http://cert.trustedform.com/${ID}`,
  'https://cert.trustedform.com/',
  'https://cert.trustedform.com',
  'https://cert.trustedform.com/1',
  `https://cert.trustedform.com/${'0'.repeat(40)}`,
  `https://cert.trustedform.com.evil.example/${ID}`,
  `https://trustedform.com@evil.example/${ID}`,
  `https://xtrustedform.com/${ID}`,
  `https://cert.trustedform.com:8443/${ID}`,
  `https://cert.trustedform.com/a/${ID}`,
  'javascript:alert(1)',
  'data:text/html,x',
  ID,
])('refuses the certificate %j', (text) => {
  expect(isRefusal(readCertificateUrl(text))).toBe(true);
});

const absent = [
  'undefined',
  'null',
  'n/a',
  '-',
  '{{cert}}',
  '[cert_url]',
  '%CERT%',
  '',
  ' ',
  '\u200B',
  'N/A',
  '[object Object]',
];
test.each(absent)('does not accept %j as proof of consent', (text) => {
  expect(readCertificateUrl(text)).toBeUndefined();
  expect(readJornayaId(text)).toBeUndefined();
  expect(readConsentTime(new Date())(text)).toBeUndefined();
});

test.each([
  ['a1b2c3d4-e5f6-7890-abcd-ef1234567890', 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890'],
  ['A1B2C3D4-E5F6-7890-ABCD-EF1234567890', 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890'],
  ['\u200BA1B2C3D4-E5F6-7890-ABCD-EF1234567890 ', 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890'],
])('reads the Jornaya ID %j', (text, id) => {
  expect(readJornayaId(text)).toBe(id);
});

test.each([
  'x'.repeat(36),
  '0'.repeat(36),
  'A'.repeat(36),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '11111111-1111-1111-1111-111111111111',
  'a1b2c3d4e5f67890abcdef1234567890',
  'a1b2c3d4-e5f6-7890-abcd-ef123456789',
  'g1b2c3d4-e5f6-7890-abcd-ef1234567890',
])('refuses the Jornaya ID %j', (text) => {
  expect(isRefusal(readJornayaId(text))).toBe(true);
});

const readTime = readConsentTime(new Date('2026-11-22T12:00:00Z'));
test.each([
  ['2026-11-22T11:59:59Z', '2026-11-22T11:59:59.000Z'],
  ['2026-11-22T06:59-05:00', '2026-11-22T11:59:00.000Z'],
  ['2026-11-22 11:59:59.123456 +0000', '2026-11-22T11:59:59.123Z'],
  ['2026-11-22T12:04:00Z', '2026-11-22T12:04:00.000Z'],
  ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ['2026-11-22T11:00:00', '2026-11-22T11:00:00.000Z'],
  ['1763800000', '2025-11-22T08:26:40.000Z'],
])('reads the time %s', (text, instant) => {
  expect(readTime(text)).toBe(instant);
});

test.each([
  '2026-11-22T12:06:00Z',
  '2026-11-22',
  '11/22/2026 10:00',
  '2026-13-40T00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-04-31T10:00:00Z',
  '0001-01-01T00:00:00Z',
  '1000-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '2025-02-29T10:00:00Z',
  '2026-11-22T24:00:00Z',
  '2026-11-22T10:60:00Z',
  '17638000',
  'yesterday',
])('refuses the time %j', (text) => {
  expect(isRefusal(readTime(text))).toBe(true);
});
