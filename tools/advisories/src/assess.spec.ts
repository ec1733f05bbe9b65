import { describe, expect, it } from '@jest/globals';
import type { Allowance } from './allow-list.js';
import { assess, findUnused } from './assess.js';
import type { Advisory, Affected } from './osv-client.js';

const CRITICAL = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' };
const LOW = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N' };
const TODAY = '2026-11-30';

const npm = { ecosystem: 'npm', name: 'left-pad', version: '1.0.0' };
const debian = { ecosystem: 'Debian:12', name: 'zlib', version: '1:1.2.13' };
const fixedIn = (fixed: string): Pick<Affected, 'ranges'> => ({ ranges: [{ events: [{}, { fixed }] }] });

const npmAdvisory = (change: Partial<Advisory> = {}): Advisory => ({
  id: 'GHSA-1',
  aliases: ['CVE-2026-1'],
  database_specific: { severity: 'HIGH' },
  affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, ...fixedIn('1.3.0') }],
  ...change,
});
const debianAdvisory = (affected: Partial<Affected> = {}): Advisory => ({
  id: 'DEBIAN-CVE-2026-2',
  upstream: ['CVE-2026-2'],
  affected: [{ package: { ecosystem: 'Debian:12', name: 'zlib' }, ...fixedIn('1:1.2.14'), ...affected }],
});
const allowance = (change: Partial<Allowance> = {}): Allowance => ({
  id: 'CVE-2026-1',
  package: 'left-pad',
  reason: 'not called with foreign text',
  until: TODAY,
  ...change,
});

const assessNpm = (advisory: Advisory, allowList: readonly Allowance[] = []) =>
  assess([{ package: npm, advisory }], new Map(), allowList, TODAY)[0];
const assessDebian = (advisory: Advisory, cve?: Partial<Advisory>) =>
  assess(
    [{ package: debian, advisory }],
    new Map(cve ? [['CVE-2026-2', { id: 'CVE-2026-2', ...cve }]] : []),
    [],
    TODAY,
  )[0];

describe('assess', () => {
  it('fails at a high or critical severity with a fix', () => {
    expect(assessNpm(npmAdvisory())).toMatchObject({ level: 'high', fixedIn: '1.3.0', fails: true });
    const byScore = npmAdvisory({ database_specific: {}, severity: [CRITICAL] });
    expect(assessNpm(byScore)).toMatchObject({ level: 'critical', fails: true });
    const v4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';
    const byNewScore = npmAdvisory({ database_specific: {}, severity: [{ type: 'CVSS_V4', score: v4 }] });
    expect(assessNpm(byNewScore)).toMatchObject({ level: 'critical', fails: true });
  });

  it('does not fail at a lower severity, without a fix, or after a withdrawal', () => {
    expect(assessNpm(npmAdvisory({ database_specific: { severity: 'MODERATE' } }))?.fails).toBe(false);
    const [affected] = npmAdvisory().affected ?? [];
    expect(assessNpm(npmAdvisory({ affected: [{ ...affected, ranges: [] }] }))).toMatchObject({
      fixedIn: undefined,
      fails: false,
    });
    expect(assessNpm(npmAdvisory({ withdrawn: '2026-01-01T00:00:00Z' }))).toBeUndefined();
  });

  it('takes the fix of the package and release only', () => {
    const other = { package: { ecosystem: 'Debian:13', name: 'zlib' }, ...fixedIn('1:1.3.1') };
    const advisory = { ...debianAdvisory({ ranges: [] }), severity: [CRITICAL] };
    expect(assessDebian({ ...advisory, affected: [...(advisory.affected ?? []), other] })).toMatchObject({
      fixedIn: undefined,
      fails: false,
    });
  });

  it("takes the severity of a distribution's advisory from its CVE", () => {
    expect(assessDebian(debianAdvisory(), { severity: [CRITICAL] })).toMatchObject({
      level: 'critical',
      fixedIn: '1:1.2.14',
      fails: true,
    });
    expect(assessDebian(debianAdvisory(), { severity: [LOW] })).toMatchObject({
      level: 'lower',
      fails: false,
    });
    expect(assessDebian(debianAdvisory())).toMatchObject({ level: 'unknown', fails: false });
  });

  it('counts what Debian calls unimportant as less severe', () => {
    const advisory = debianAdvisory({ ecosystem_specific: { urgency: 'unimportant' } });
    expect(assessDebian(advisory, { severity: [CRITICAL] })).toMatchObject({ level: 'lower', fails: false });
  });

  it('allows an advisory until its end date, by any of its ids', () => {
    expect(assessNpm(npmAdvisory(), [allowance()])?.fails).toBe(false);
    expect(assessNpm(npmAdvisory(), [allowance({ id: 'GHSA-1' })])?.fails).toBe(false);
    expect(assessNpm(npmAdvisory(), [allowance({ until: '2026-11-29' })])?.fails).toBe(true);
  });

  it('does not allow the same advisory of another package', () => {
    expect(assessNpm(npmAdvisory(), [allowance({ package: 'right-pad' })])?.fails).toBe(true);
  });

  it('names entries of the allow-list that match nothing', () => {
    const used = allowance();
    const unused = allowance({ id: 'CVE-2020-1' });
    const findings = assess([{ package: npm, advisory: npmAdvisory() }], new Map(), [used, unused], TODAY);
    expect(findUnused([used, unused], findings)).toEqual([unused]);
  });
});
