import { array, type InferType, string } from 'yup';
import { userName } from '../admin/admin.fields.js';
import { defineRoute } from '../define-route.js';
import { nothing, strictObject } from '../primitives.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import { disputeSchema } from './disputes.commands.js';

export const adminDispute = disputeSchema
  .omit(['buyerId'])
  .shape({
    buyer: userName(),
    /** Null if it no longer exists. */
    lead: strictObject({ fullName: string().required() }).nullable(),
  })
  .noUnknown();
export type AdminDispute = InferType<typeof adminDispute>;
export const adminDisputesAnswer = strictObject({ disputes: array(adminDispute).required() });

export const disputeRoutes = {
  listDisputes: defineRoute('GET', '/api/admin/disputes', 'admin', {
    audit: 'personal-data',
    summary: 'List disputed payments, those that nobody reviewed first',
    answer: adminDisputesAnswer,
  }),
  reviewDispute: defineRoute('POST', '/api/admin/disputes/:disputeId/review', 'admin', {
    proof: 'recent',
    summary: "Let the agent's service continue after a dispute",
    params: { disputeId: 'DISPUTE_NOT_FOUND' },
    body: nothing(),
    answer: nothing(),
    effects: ['sends mail'],
    limits: [perUser(120, HOUR_SECONDS)],
  }),
  getDisputeEvidence: defineRoute('GET', '/api/admin/disputes/:disputeId/evidence', 'admin', {
    proof: 'recent',
    audit: 'export',
    summary: 'Download the evidence for a dispute: consent, deliveries, receipt and timeline',
    params: { disputeId: 'DISPUTE_NOT_FOUND' },
    text: { contentType: 'text/plain', description: 'Sections with labels and values' },
  }),
} as const;
