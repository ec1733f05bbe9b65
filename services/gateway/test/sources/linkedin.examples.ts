import { json, type SourceExample } from './source-example.js';

const LEAD_SYNC = 'https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync';
const RESPONSE = 'urn:li:leadGenFormResponse:b8ab73c4-4b7d-4ab1-b689-ed553bceeed0-1';

const created = {
  type: 'LEAD_ACTION',
  leadGenFormResponse: RESPONSE,
  leadGenForm: 'urn:li:versionedLeadGenForm:(urn:li:leadGenForm:3162,1)',
  leadType: 'SPONSORED',
  leadAction: 'CREATED',
  owner: { sponsoredAccount: 'urn:li:sponsoredAccount:522529623' },
  associatedEntity: { sponsoredCreative: 'urn:li:sponsoredCreative:190516043' },
  occurredAt: 1763020800000,
};

/** LinkedIn posts notifications only; the answers to a form have to be fetched. */
export const examples: readonly SourceExample[] = [
  {
    name: 'a notification of a lead of an ad',
    documentedAt: LEAD_SYNC,
    ...json(created),
    expected: { notified: [RESPONSE] },
  },
  {
    name: 'a notification of a lead of an organization',
    documentedAt: LEAD_SYNC,
    ...json({
      ...created,
      leadType: 'COMPANY',
      owner: { organization: 'urn:li:organization:5509810' },
      associatedEntity: { organization: 'urn:li:organization:5509810' },
    }),
    expected: { notified: [RESPONSE] },
  },
  {
    name: 'a notification that a person deleted their lead, which is ignored',
    documentedAt: LEAD_SYNC,
    ...json({ ...created, leadAction: 'DELETED' }),
    expected: { notified: [] },
  },
];
