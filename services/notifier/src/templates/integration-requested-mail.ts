import { brand, formatPhone, type IntegrationType } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import { integrationNames } from './integration-names.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface IntegrationRequestedContent {
  readonly integrationType: IntegrationType;
  /** What the agent wrote under "Other". */
  readonly details: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Renders the email that tells the team about an agent who needs its help. Names and details are as the agent typed them. */
export function renderIntegrationRequestedMail(
  { integrationType, details, firstName, lastName, email, phone, at }: IntegrationRequestedContent,
  { publicUrl }: MailContext,
): Mail {
  const integration = integrationNames[integrationType];
  const name = toSingleLine(`${firstName} ${lastName}`);
  return renderNoticeMail({
    subject: `Integration request: ${integration}`,
    title: `An agent requests a ${integration} integration`,
    tone: 'plain',
    paragraphs: [
      `The request arrived on ${formatInstant(at)}. Agents are told that the team contacts them within 1-2 business days.`,
    ],
    action: { label: 'See the requests', href: new URL('/admin/integrations', publicUrl).href },
    details: [
      ...(name === '' ? [] : [{ label: 'Agent', value: name }]),
      { label: 'Email', value: email },
      ...(phone === '' ? [] : [{ label: 'Phone', value: formatPhone(phone) }]),
      ...(details === null ? [] : [{ label: 'Details', value: toSingleLine(details) }]),
    ],
    footnote:
      'The request becomes active by itself when the channel is set up. To refuse it, decline it with a reason.',
    footer: `You're receiving this because this address gets the notices for admins of ${brand}.`,
  });
}
