import { connectedToolFacts } from '@desk/contracts';
import type { NotifiedLead, Source } from './source.js';
import { at } from './unfold.js';
import { zapierPostScreen } from './zapier.source.js';

/** A notification has lead ids only. Ignores all events but the creation of a lead. */
function readNotification(body: unknown): readonly NotifiedLead[] | undefined {
  const id = at(body, 'leadGenFormResponse');
  if (at(body, 'type') !== 'LEAD_ACTION' || typeof id !== 'string') return undefined;
  return at(body, 'leadAction') === 'CREATED' ? [{ id, body: body as object }] : [];
}

/** Lead sync: https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync */
export const linkedin: Source = {
  id: 'linkedin',
  name: connectedToolFacts.linkedin.name,
  recognizedBy: [],
  readNotification,
  // https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation
  handshake: { parameter: 'challengeCode', answer: 'hmac' },
  signature: { header: 'x-li-signature', prefix: 'hmacsha256=', encoding: 'hex', isPrefixSigned: true },
  setUp: {
    group: 'Ads',
    documentedAt: null,
    steps: [
      'We cannot fetch leads from LinkedIn itself yet, so let Zapier or Make do it.',
      'In Zapier, choose the trigger **New Lead Gen Form Response** of LinkedIn Ads, and your form.',
      'Add **Webhooks by Zapier** with the event **POST**, and paste the address.',
      'Click **Test action**, then publish the Zap.',
    ],
    screen: zapierPostScreen,
  },
};
