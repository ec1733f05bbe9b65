import type { IntegrationType } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import { integrationNames } from './integration-names.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface IntegrationResolvedContent {
  readonly firstName: string;
  readonly integrationType: IntegrationType;
  readonly status: 'completed' | 'declined';
  /** Why it was declined. Null if a previous release declined it. */
  readonly reason: string | null;
  /** ISO 8601. */
  readonly at: string;
}

const HOW_LEADS_ARRIVE: Readonly<Record<IntegrationType, string>> = {
  sms: 'From now on, a text message tells you about each lead.',
  slack: 'From now on, each lead arrives in your Slack channel too.',
  other: 'From now on, each lead arrives there too.',
};

/** Renders the email that tells an agent what came of their request. */
export function renderIntegrationResolvedMail(
  { firstName, integrationType, status, reason, at }: IntegrationResolvedContent,
  { publicUrl }: MailContext,
): Mail {
  const name = integrationNames[integrationType];
  const isActive = status === 'completed';
  const title = isActive ? `Your ${name} integration is active` : `Your ${name} integration was declined`;
  return renderNoticeMail({
    subject: title,
    title,
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: isActive
      ? [`Your ${name} integration was set up on ${formatInstant(at)}.`, HOW_LEADS_ARRIVE[integrationType]]
      : [
          `On ${formatInstant(at)} our team declined your request for a ${name} integration.`,
          ...(reason === null ? [] : [`The reason: ${toSingleLine(reason)}`]),
          'Your leads still arrive by email and on your dashboard.',
        ],
    action: { label: 'See your integrations', href: new URL('/integrations', publicUrl).href },
    footnote: isActive
      ? 'You can pause or remove it there at any time.'
      : 'If you have questions, contact us.',
  });
}
