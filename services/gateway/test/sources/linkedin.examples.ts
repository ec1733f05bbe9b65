import { createHmac } from 'node:crypto';
import type { SourceExample } from './source-example.js';

/** The secret of the app, with which both sides sign. */
export const SECRET = 'secret-of-the-funnel';

const VALIDATION = 'https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation';
const LEAD_SYNC = 'https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync';

const sign = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');

const toAnswer = (challengeCode: string): string =>
  JSON.stringify({ challengeCode, challengeResponse: sign(challengeCode) });

const toRequest = (payload: unknown): Pick<SourceExample, 'method' | 'headers' | 'body'> => {
  const body = JSON.stringify(payload);
  return {
    method: 'POST',
    // The prefix is a part of what is signed, not of the header.
    headers: { 'content-type': 'application/json', 'x-li-signature': sign(`hmacsha256=${body}`) },
    body,
  };
};

/** A notification only names a lead, which LinkedIn's API tells: its answer needs no text. */
const ACKNOWLEDGED = { handshake: '' };

export const examples: readonly SourceExample[] = [
  {
    name: 'the challenge that LinkedIn repeats every two hours',
    documentedAt: VALIDATION,
    method: 'GET',
    headers: {},
    query: 'challengeCode=890e4665-4dfe-4ab1-b689-ed553bceeed0',
    expected: { handshake: toAnswer('890e4665-4dfe-4ab1-b689-ed553bceeed0') },
  },
  {
    name: 'a challenge that names the application',
    documentedAt: VALIDATION,
    method: 'GET',
    headers: {},
    query: 'applicationId=86421357&challengeCode=3f2c1b7a-9d54-4e0b-8c66-1a7e5f0d2b93',
    expected: { handshake: toAnswer('3f2c1b7a-9d54-4e0b-8c66-1a7e5f0d2b93') },
  },
  {
    name: 'a notification of a lead from an ad',
    documentedAt: LEAD_SYNC,
    ...toRequest({
      type: 'LEAD_ACTION',
      leadGenFormResponse: 'urn:li:leadGenFormResponse:1a2b3c4d-5e6f-4a8b-9c0d-1e2f3a4b5c6d-4',
      leadGenForm: 'urn:li:versionedLeadGenForm:(urn:li:leadGenForm:7654321,1)',
      owner: { sponsoredAccount: 'urn:li:sponsoredAccount:511849581' },
      associatedEntity: { sponsoredCreative: 'urn:li:sponsoredCreative:345678912' },
      leadType: 'SPONSORED',
      leadAction: 'CREATED',
      occurredAt: 1767621761881,
    }),
    expected: ACKNOWLEDGED,
  },
  {
    name: 'a notification of a lead that its person deleted',
    documentedAt: LEAD_SYNC,
    ...toRequest({
      type: 'LEAD_ACTION',
      leadGenFormResponse: 'urn:li:leadGenFormResponse:1a2b3c4d-5e6f-4a8b-9c0d-1e2f3a4b5c6d-4',
      leadGenForm: 'urn:li:versionedLeadGenForm:(urn:li:leadGenForm:7654321,1)',
      owner: { organization: 'urn:li:organization:5509810' },
      associatedEntity: { event: 'urn:li:event:7140012345678901234' },
      leadType: 'EVENT',
      leadAction: 'DELETED',
      occurredAt: 1767708161881,
    }),
    expected: ACKNOWLEDGED,
  },
];
