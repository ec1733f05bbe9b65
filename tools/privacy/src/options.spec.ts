import { expect, test } from '@jest/globals';
import { parseOptions } from './options.js';

test.each(['(512) 555-0142', '512.555.0142', '1 512 555 0142', '+15125550142'])(
  'reads the phone number %s',
  (phone) => {
    expect(parseOptions(['erase', '--lead-phone', phone])).toEqual({
      action: 'erase',
      person: { phone: '+15125550142' },
      isConfirmed: false,
    });
  },
);

test('reads an address as leads store it', () => {
  const options = parseOptions(['export', '--lead-email', ' Ann@Example.COM ', '--yes']);
  expect(options).toEqual({ action: 'export', person: { email: 'ann@example.com' }, isConfirmed: true });
});

test.each([
  [[]],
  [['erase']],
  [['delete', '--lead-email', 'ann@example.com']],
  [['erase', 'all', '--lead-email', 'ann@example.com']],
])('explains its use for %j', (args) => {
  expect(() => parseOptions(args)).toThrow('usage:');
});

test.each([
  ['--lead-phone', '555-0142'],
  ['--lead-email', 'ann'],
  ['--lead-email', '%@%.com%'.repeat(2)],
])('rejects %s %s', (name, value) => {
  expect(() => parseOptions(['erase', name, value])).toThrow(name);
});
