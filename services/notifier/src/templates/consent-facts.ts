import type { Lead } from '@desk/contracts';
import { oneLine, plainText } from './format.js';
import type { Fact } from './mail.js';

/** Only an https address becomes a link; whatever else a funnel sent is shown as it is. */
const link = (text: string): { href?: string } =>
  URL.canParse(text) && new URL(text).protocol === 'https:' ? { href: new URL(text).href } : {};

const fact = (label: string, text: string | undefined, extra: { href?: string } = {}): Fact[] =>
  text === undefined || text === '' ? [] : [{ label, value: text, ...extra }];

/** What the buyer can show for having been asked to call. */
export function consentFacts(consent: Lead['consent']): Fact[] {
  const certificate = consent?.trustedFormCertUrl && oneLine(consent.trustedFormCertUrl);
  const page = consent?.landingPageUrl && oneLine(consent.landingPageUrl);
  const facts = [
    ...fact('TrustedForm certificate', certificate, certificate ? link(certificate) : {}),
    ...fact('Jornaya LeadiD', consent?.jornayaLeadId && oneLine(consent.jornayaLeadId)),
    ...fact('Consent given on', page),
    ...fact('From IP address', consent?.ipAddress && oneLine(consent.ipAddress)),
    ...fact('Consent wording', consent?.tcpaText && plainText(consent.tcpaText)),
  ];
  return facts.length > 0
    ? facts
    : [{ label: 'Consent', value: 'The funnel sent no consent record with this lead.' }];
}
