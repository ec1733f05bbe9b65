import { consentFieldEntries, type ConsentFieldName } from '@desk/contracts/leads/lead-fields';

type Consent = Readonly<Partial<Record<ConsentFieldName, string | undefined>>>;

export interface ConsentItem {
  readonly name: ConsentFieldName;
  readonly label: string;
  readonly value: string;
  readonly isUrl: boolean;
  readonly isLongText: boolean;
}

/** Returns the fields a consent record has, in reading order. */
export function listConsent(consent: Consent | null): ConsentItem[] {
  return consentFieldEntries.flatMap(([name, { label, isUrl = false, isLongText = false }]) => {
    const value = consent?.[name];
    return value ? [{ name, label, value, isUrl, isLongText }] : [];
  });
}
