import { randomUUID } from 'node:crypto';
import { LEAD_PRICE_CENTS } from '@desk/contracts';
import type { LeadSale } from './channel.js';

/** A lead that nobody sold, for tests of a channel. Its numbers and domains are reserved for examples. */
export function sampleSale(buyerId: string): LeadSale {
  const at = new Date().toISOString();
  return {
    leadId: randomUUID(),
    offerId: randomUUID(),
    buyerId,
    amountCents: LEAD_PRICE_CENTS,
    receivedAt: at,
    soldAt: at,
    funnelName: 'Test',
    lead: {
      fullName: 'Sample Lead (test)',
      phone: '+12125550100',
      email: 'sample.lead@example.com',
      state: 'NY',
      zipCode: '10001',
      ageRange: '61-65',
      estimatedAssets: '$250K-$500K',
      purchaseTimeline: '0-3 months',
      leadType: 'Fixed',
      consent: {
        tcpaText: 'This is a test. Nobody asked to be called.',
        ipAddress: '192.0.2.1',
        landingPageUrl: 'https://example.com/',
      },
    },
  };
}
