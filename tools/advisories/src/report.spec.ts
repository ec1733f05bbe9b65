import { expect, it } from '@jest/globals';
import type { Finding } from './assess.js';
import { formatReport } from './report.js';

const finding: Finding = {
  package: { ecosystem: 'npm', name: 'left-pad', version: '1.0.0' },
  id: 'GHSA-1',
  level: 'high',
  fixedIn: '1.3.0',
  allowance: { id: 'GHSA-1', package: 'left-pad', reason: 'not reachable', until: '2026-01-01' },
  fails: true,
};

it('names what to act on, and counts the rest', () => {
  const lower: Finding = { ...finding, level: 'lower', allowance: undefined, fails: false };
  expect(formatReport(2, [finding, lower], [])).toBe(
    [
      'GHSA-1 (high): npm left-pad 1.0.0, fixed in 1.3.0; the allow-list entry ended on 2026-01-01',
      'SCANNED: 2 packages, 1 advisories to act on, 0 severe without a fix, 0 allowed, 1 less severe, 0 of unknown severity',
    ].join('\n'),
  );
});
