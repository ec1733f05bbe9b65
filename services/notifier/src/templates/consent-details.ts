import type { Lead } from '@desk/contracts';
import { toPlainText, toSingleLine } from './format.js';
import type { DetailRow } from './mail.js';

/** Links https URLs only; anything else that a funnel sent is shown as text. */
const toLink = (text: string): { href?: string } =>
  URL.canParse(text) && new URL(text).protocol === 'https:' ? { href: new URL(text).href } : {};

const rowIfPresent = (label: string, value: string | undefined, link: { href?: string } = {}): DetailRow[] =>
  value === undefined || value === '' ? [] : [{ label, value, ...link }];

/** Returns the proof that the consumer asked to be contacted. */
export function toConsentDetails(consent: Lead['consent']): DetailRow[] {
  const certificate = consent?.trustedFormCertUrl && toSingleLine(consent.trustedFormCertUrl);
  const rows = [
    ...rowIfPresent('TrustedForm certificate', certificate, certificate ? toLink(certificate) : {}),
    ...rowIfPresent('Jornaya LeadiD', consent?.jornayaLeadId && toSingleLine(consent.jornayaLeadId)),
    ...rowIfPresent('Consent page', consent?.landingPageUrl && toSingleLine(consent.landingPageUrl)),
    ...rowIfPresent('IP address', consent?.ipAddress && toSingleLine(consent.ipAddress)),
    ...rowIfPresent('Consent text', consent?.tcpaText && toPlainText(consent.tcpaText)),
  ];
  return rows.length > 0
    ? rows
    : [{ label: 'Consent', value: "The funnel didn't send a consent record with this lead." }];
}
