import type { Funnel } from '@desk/contracts/leads/funnels.schemas';
import type { FunnelMode, PhoneVerification, RequirableField } from '@desk/contracts/leads/funnels.values';

/** A funnel's settings as their form holds them: numbers and lists as text. */
export interface FunnelFormValues extends Record<string, unknown> {
  name: string;
  mode: FunnelMode;
  /** One a line. */
  origins: string;
  requestsPerSecond: string;
  duplicateWindowDays: string;
  requiredFields: RequirableField[];
  requiresConsentProof: boolean;
  phoneVerification: PhoneVerification;
}

const toText = (value: number | null): string => (value === null ? '' : String(value));
const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Adds nothing to what the person typed, except that browsers send no path. */
export const toOrigins = (text: string): string[] => [
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

export const toSettings = (values: FunnelFormValues) => ({
  name: values.name.trim(),
  mode: values.mode,
  allowedOrigins: toOrigins(values.origins),
  requestsPerSecond: toNumber(values.requestsPerSecond),
  duplicateWindowDays: toNumber(values.duplicateWindowDays),
  requiredFields: values.requiredFields,
  requiresConsentProof: values.requiresConsentProof,
  phoneVerification: values.phoneVerification,
});
