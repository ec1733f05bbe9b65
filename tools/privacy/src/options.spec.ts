import { expect, test } from '@jest/globals';
import { parseOptions } from './options.js';

const id = '0191e1a0-0000-7000-8000-000000000003';

test.each(['(512) 555-0142', '512.555.0142', '1 512 555 0142', '+15125550142'])(
  'reads the phone number %s',
  (phone) => {
    expect(parseOptions(['erase', '--lead-phone', phone])).toEqual({
      action: 'erase',
      subject: { kind: 'consumer', person: { phone: '+15125550142' } },
      isConfirmed: false,
    });
  },
);

test('reads an address as leads store it', () => {
  expect(parseOptions(['export', '--lead-email', ' Ann@Example.COM ', '--yes'])).toEqual({
    action: 'export',
    subject: { kind: 'consumer', person: { email: 'ann@example.com' } },
    isConfirmed: true,
  });
});

test('reads an agent by address or id', () => {
  expect(parseOptions(['export', '--agent-email', 'Ada@Example.com', '--output', 'ada.json'])).toEqual({
    action: 'export',
    subject: { kind: 'agent', agent: { email: 'ada@example.com' } },
    isConfirmed: false,
    output: 'ada.json',
  });
  expect(parseOptions(['erase', '--agent-id', id.toUpperCase()])).toMatchObject({
    subject: { kind: 'agent', agent: { id } },
  });
});

test.each([
  [[]],
  [['erase']],
  [['delete', '--lead-email', 'ann@example.com']],
  [['erase', 'all', '--lead-email', 'ann@example.com']],
  [['erase', '--lead-email', 'ann@example.com', '--agent-email', 'ann@example.com']],
  [['erase', '--agent-email', 'ann@example.com', '--agent-id', id]],
])('explains its use for %j', (args) => {
  expect(() => parseOptions(args)).toThrow('usage:');
});

test.each([
  ['--lead-phone', '555-0142'],
  ['--lead-email', 'ann'],
  ['--lead-email', '%@%.com%'.repeat(2)],
  ['--agent-email', 'ann'],
  ['--agent-id', 'ann'],
])('rejects %s %s', (name, value) => {
  expect(() => parseOptions(['erase', name, value])).toThrow(name);
});
