import { consentFieldEntries, type ConsentFieldName } from '@desk/contracts/leads/lead-fields';

type Consent = Readonly<Partial<Record<ConsentFieldName, string | undefined>>>;

/** Returns the fields a consent record has, in reading order. */
export const listConsent = (consent: Consent | null) =>
  consentFieldEntries.flatMap(([name, { label, isUrl = false, isLongText = false }]) => {
    const value = consent?.[name];
    return value ? [{ name, label, value, isUrl, isLongText }] : [];
  });
