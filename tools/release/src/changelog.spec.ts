import { describe, expect, it } from '@jest/globals';
import { addRelease, type Change, formatRelease, nextVersion, parseChange } from './changelog.js';

const change = (message: string): Change => {
  const parsed = parseChange(message);
  if (!parsed) throw new Error(`'${message}' is not a change.`);
  return parsed;
};

describe('parseChange', () => {
  it.each([
    ['feat(billing): refund a lead', { type: 'feat', scope: 'billing', subject: 'refund a lead' }],
    ['fix: end a leak', { type: 'fix', subject: 'end a leak' }],
    ['feat(api)!: drop v1', { type: 'feat', scope: 'api', breaking: 'drop v1' }],
    [
      'feat: keys\n\nWhy.\n\nBREAKING CHANGE: set DATA_KEYS\nof two services',
      { breaking: 'set DATA_KEYS of two services' },
    ],
  ])('reads %j', (message, expected) => {
    expect(parseChange(message)).toMatchObject(expected);
  });

  it.each(['Merge branch main', 'wip', ''])('ignores %j', (message) => {
    expect(parseChange(message)).toBeUndefined();
  });
});

it.each([
  ['1.2.3', ['fix: a'], '1.2.4'],
  ['1.2.3', ['fix: a', 'feat: b'], '1.3.0'],
  ['1.2.3', ['fix!: a'], '2.0.0'],
  ['0.1.0', ['feat!: a'], '0.2.0'],
  ['0.1.0', ['docs: a'], '0.1.1'],
])('the version after %s with %j is %s', (current, messages, expected) => {
  expect(nextVersion(current, messages.map(change))).toBe(expected);
});

it('lists breaking changes first, then the other changes that users notice', () => {
  const changes = ['feat(web): b', 'test: c', 'fix: d', 'feat!: e'].map(change);
  expect(formatRelease('1.0.0', '2026-01-31', changes)).toBe(
    '## 1.0.0 (2026-01-31)\n\n### BREAKING: do this first\n\n- e\n\n### Added\n\n- **web**: b\n- e\n\n### Fixed\n\n- d\n',
  );
});

it('puts the newest release first', () => {
  const first = addRelease('', '## 0.1.0\n\n- a\n');
  expect(addRelease(first, '## 0.2.0\n\n- b\n')).toBe('# Changelog\n\n## 0.2.0\n\n- b\n\n## 0.1.0\n\n- a\n');
});
