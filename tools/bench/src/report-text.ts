import type { Finding } from '@desk/tool-verify';

export const formatMs = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(1));

/** An invariant that could not be checked counts as broken. */
export const brokenInvariants = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ violations }) => violations === undefined || violations.length > 0);

export const brokenInvariantsText = (broken: readonly Finding[]): string =>
  broken.length === 0
    ? '✓ every invariant holds'
    : `✗ broken: ${broken.map(({ name, violations }) => `${name} (${violations?.length ?? 'not checked'})`).join(', ')}`;

const MAX_ERRORS_SHOWN = 5;

/** Returns no line if there are no errors. */
export const errorLines = (errors: readonly string[]): string[] =>
  errors.length > 0
    ? [`✗ ${errors.length} errors: ${[...new Set(errors)].slice(0, MAX_ERRORS_SHOWN).join('; ')}`]
    : [];
