import {
  formatPhone,
  type integrationRequested,
  type integrationResolved,
  type IntegrationType,
} from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { About } from './mail.js';
import { ADMIN_FOOTER, type Notice } from './notice-mail.js';

/** The name of an integration within a sentence. */
const integrationNames: Readonly<Record<IntegrationType, string>> = {
  sms: 'text message',
  slack: 'Slack',
  other: 'custom',
};

type IntegrationRequested = About<
  typeof integrationRequested,
  'integrationType' | 'details' | 'lastName' | 'email' | 'phone' | 'at'
>;

const BECOMES_ACTIVE = 'The request becomes active by itself when the channel is set up.';
const HOW_REQUESTS_END: Readonly<Record<IntegrationType, string>> = {
  sms: BECOMES_ACTIVE,
  slack: BECOMES_ACTIVE,
  other: 'Mark the request as active when the integration is set up.',
};

/** Writes the email to the team about an agent who needs its help. Names and details are as the agent typed them. */
export function writeIntegrationRequestedMail(content: IntegrationRequested, timeZone?: string): Notice {
  const { integrationType, details, firstName, lastName, email, phone, at } = content;
  const integration = integrationNames[integrationType];
  const name = toSingleLine(`${firstName} ${lastName}`);
  return {
    subject: `Integration request: ${integration}`,
    title: `An agent requests a ${integration} integration`,
    paragraphs: [
      `The request arrived on ${formatInstant(at, timeZone)}. Agents are told that the team contacts them within 1-2 business days.`,
    ],
    action: { label: 'See the requests', to: '/admin/integrations' },
    details: [
      ...(name === '' ? [] : [{ label: 'Agent', value: name }]),
      { label: 'Email', value: email },
      ...(phone === '' ? [] : [{ label: 'Phone', value: formatPhone(phone) }]),
      ...(details === null ? [] : [{ label: 'Details', value: toSingleLine(details) }]),
    ],
    footnote: `${HOW_REQUESTS_END[integrationType]} To refuse it, decline it with a reason.`,
    footer: ADMIN_FOOTER,
  };
}

type IntegrationResolved = About<typeof integrationResolved, 'integrationType' | 'status' | 'reason' | 'at'>;

const HOW_LEADS_ARRIVE: Readonly<Record<IntegrationType, string>> = {
  sms: 'From now on, a text message tells you about each lead.',
  slack: 'From now on, each lead arrives in your Slack channel too.',
  other: 'From now on, each lead arrives there too.',
};

/** Writes the email to an agent whose request was fulfilled or declined. */
export function writeIntegrationResolvedMail(content: IntegrationResolved, timeZone?: string): Notice {
  const { firstName, integrationType, status, reason, at } = content;
  const name = integrationNames[integrationType];
  const isActive = status === 'completed';
  const title = isActive ? `Your ${name} integration is active` : `Your ${name} integration was declined`;
  return {
    subject: title,
    firstName,
    paragraphs: isActive
      ? [
          `Your ${name} integration was set up on ${formatInstant(at, timeZone)}.`,
          HOW_LEADS_ARRIVE[integrationType],
        ]
      : [
          `On ${formatInstant(at, timeZone)} our team declined your request for a ${name} integration.`,
          ...(reason === null ? [] : [`The reason: ${toSingleLine(reason)}`]),
          'Your leads still arrive by email and on your dashboard.',
        ],
    action: { label: 'See your integrations', to: '/integrations' },
    footnote:
      isActive && integrationType !== 'other'
        ? 'You can pause or remove it there at any time.'
        : 'If you have questions, contact us.',
  };
}
