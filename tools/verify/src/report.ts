import type { Finding } from './verify.js';

const MAX_ROWS_SHOWN = 5;

const SYMBOLS = { holds: '✓', broken: '✗', failed: '!', skipped: '–' } as const;

function toResult({ violations, error }: Finding): keyof typeof SYMBOLS {
  if (error !== undefined) return 'failed';
  if (violations === undefined) return 'skipped';
  return violations.length === 0 ? 'holds' : 'broken';
}

function toNote({ violations, error }: Finding): string {
  if (error !== undefined) return ` (not checked: ${error})`;
  return violations === undefined ? ' (not checked: needs --acknowledged)' : '';
}

/** Returns a line for the invariant, and a line for each of its first violations. */
export function toFindingLines(finding: Finding): string[] {
  const { name, description, violations = [] } = finding;
  const hidden = violations.length - MAX_ROWS_SHOWN;
  return [
    `${SYMBOLS[toResult(finding)]} ${name.padEnd(26)} ${description}${toNote(finding)}`,
    ...violations.slice(0, MAX_ROWS_SHOWN).map((row) => `    ${JSON.stringify(row)}`),
    ...(hidden > 0 ? [`    … ${hidden} more`] : []),
  ];
}

/** 1 if an invariant is broken, 2 if none is, but one could not be checked. */
export function toExitCode(findings: readonly Finding[]): 0 | 1 | 2 {
  const results = new Set(findings.map(toResult));
  if (results.has('broken')) return 1;
  return results.has('failed') ? 2 : 0;
}
