import type { Allowance } from './allow-list.js';
import type { Finding } from './assess.js';

function describe({ package: one, id, level, fixedIn, allowance }: Finding): string {
  const expired = allowance === undefined ? '' : `; the allow-list entry ended on ${allowance.until}`;
  return `${id} (${level}): ${one.ecosystem} ${one.name} ${one.version}, fixed in ${fixedIn ?? '?'}${expired}`;
}

const count = (findings: readonly Finding[], what: (finding: Finding) => boolean): number =>
  findings.filter(what).length;

/** Formats the outcome: what fails, then one line of numbers. */
export function formatReport(
  packageCount: number,
  findings: readonly Finding[],
  unused: readonly Allowance[],
): string {
  const isSevere = ({ level }: Finding): boolean => level === 'high' || level === 'critical';
  const numbers = [
    `${packageCount} packages`,
    `${count(findings, ({ fails }) => fails)} advisories to act on`,
    `${count(findings, (one) => isSevere(one) && one.fixedIn === undefined)} severe without a fix`,
    `${count(findings, (one) => isSevere(one) && one.fixedIn !== undefined && !one.fails)} allowed`,
    `${count(findings, ({ level }) => level === 'lower')} less severe`,
    `${count(findings, ({ level }) => level === 'unknown')} of unknown severity`,
  ];
  return [
    ...findings.filter(({ fails }) => fails).map(describe),
    ...unused.map(({ id, package: name }) => `No longer needed in allow-list.json: ${id} of ${name}`),
    `SCANNED: ${numbers.join(', ')}`,
  ].join('\n');
}
