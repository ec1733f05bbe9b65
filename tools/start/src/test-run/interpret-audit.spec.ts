import { describe, expect, it } from '@jest/globals';
import { interpretAudit } from './interpret-audit.js';

const report = (vulnerabilities: object): string =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities });

describe('interpretAudit', () => {
  it('is clean without vulnerabilities and with minor ones', () => {
    expect(interpretAudit(report({}))).toEqual({ status: 'clean' });
    expect(interpretAudit(report({ left: { severity: 'moderate' } }))).toEqual({ status: 'clean' });
  });

  it('names packages with a high or critical vulnerability', () => {
    const vulnerabilities = {
      one: { severity: 'high' },
      two: { severity: 'low' },
      three: { severity: 'critical' },
    };
    expect(interpretAudit(report(vulnerabilities))).toEqual({
      status: 'vulnerable',
      packages: ['one (high)', 'three (critical)'],
    });
  });

  it.each([
    [
      'an error report',
      '{"message":"405 Method Not Allowed - POST https://registry.example/x"}',
      '405 Method Not Allowed',
    ],
    [
      'an error with a summary',
      '{"error":{"code":"ENOTFOUND","summary":"request failed"}}',
      'request failed',
    ],
    ['an empty report', '{}', 'the advisory database did not answer'],
    ['no report', '', 'npm audit printed no report'],
  ])('is never clean after %s', (_what, output, reason) => {
    expect(interpretAudit(output)).toEqual({ status: 'not-scanned', reason });
  });
});
