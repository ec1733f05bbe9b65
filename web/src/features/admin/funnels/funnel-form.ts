import type { Funnel } from '@desk/contracts/leads/funnels.schemas';

/** A funnel's settings as their form holds them: numbers and lists as text. */
export type FunnelFormValues = Pick<
  Funnel,
  'name' | 'mode' | 'requiredFields' | 'requiresConsentProof' | 'phoneVerification'
> & {
  /** One per line. */
  origins: string;
  requestsPerSecond: string;
  duplicateWindowDays: string;
};

const toText = (value: number | null): string => (value === null ? '' : String(value));
const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Accepts origins as people paste them: with a trailing slash, or with capitals. */
const toOrigins = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .map((line) => line.toLowerCase().replace(/\/$/, ''))
      .filter((line) => line !== ''),
  ),
];

export const toFormValues = (funnel: Funnel): FunnelFormValues => ({
  name: funnel.name,
  mode: funnel.mode,
  origins: funnel.allowedOrigins.join('\n'),
  requestsPerSecond: toText(funnel.requestsPerSecond),
  duplicateWindowDays: toText(funnel.duplicateWindowDays),
  requiredFields: funnel.requiredFields,
  requiresConsentProof: funnel.requiresConsentProof,
  phoneVerification: funnel.phoneVerification,
});

export const toSettings = ({ origins, ...values }: FunnelFormValues) => ({
  ...values,
  name: values.name.trim(),
  allowedOrigins: toOrigins(origins),
  requestsPerSecond: toNumber(values.requestsPerSecond),
  duplicateWindowDays: toNumber(values.duplicateWindowDays),
});
