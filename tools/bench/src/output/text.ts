import type { Finding } from '@desk/tool-verify';

export const ms = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(1));

/** A promise that could not be checked counts as broken. */
export const brokenOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ violations }) => violations === undefined || violations.length > 0);

export const brokenText = (broken: readonly Finding[]): string =>
  broken.length === 0
    ? '✓ every promise held'
    : `✗ broken: ${broken.map(({ name, violations }) => `${name} (${violations?.length ?? 'not checked'})`).join(', ')}`;

/** No line when there are none. */
export const errorsText = (errors: readonly string[]): string[] =>
  errors.length > 0 ? [`✗ ${errors.length} errors: ${[...new Set(errors)].slice(0, 5).join('; ')}`] : [];
