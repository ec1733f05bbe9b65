import { ANY_TYPE, defineRoute } from '../define-route.js';
import { FUNNEL_BATCH_LIMITS, FUNNEL_KEY_LIMITS, FUNNEL_REPORT_LIMITS } from '../request-limits.js';
import { ownFunnelReportSchema } from './funnel-report.schemas.js';
import { FUNNEL_REPORT_PATH, INGEST_PATH, PRIVATE_ADDRESS_PATH } from './funnels.values.js';
import {
  acceptedLeadAnswer,
  batchAnswer,
  leadStatusAnswer,
  pingAnswer,
  pingBody,
  postedBatchBody,
  postedLeadBody,
} from './leads.http.js';
import { nothing } from '../primitives.js';
import { leadStatisticsSchema } from './sold-leads.schemas.js';

const toAddress = {
  contentTypes: [ANY_TYPE],
  text: {
    contentType: ANY_TYPE,
    description: 'What became of the lead, in the form that the tool expects',
  },
  otherStatuses: [201],
  errors: [
    'DUPLICATE_LEAD',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
    'CONSENT_REQUIRED',
    'UNSIGNED_POST',
  ],
  effects: ['sends mail', 'uses a card'],
  limits: FUNNEL_KEY_LIMITS,
} as const;

export const leadRoutes = {
  postLead: defineRoute('POST', INGEST_PATH, 'funnel', {
    summary: 'Post a lead as JSON or a form; 200 instead of 201 when it had been accepted before',
    contentTypes: ['application/json', 'application/x-www-form-urlencoded'],
    // Field names have aliases.
    documentedBody: postedLeadBody,
    answer: acceptedLeadAnswer,
    status: 201,
    otherStatuses: [200],
    errors: ['DUPLICATE_LEAD', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_FLIGHT', 'CONSENT_REQUIRED'],
    effects: ['sends mail', 'uses a card'],
    limits: FUNNEL_KEY_LIMITS,
  }),
  postLeads: defineRoute('POST', '/api/ingest/leads/batch', 'funnel', {
    summary: 'Post up to 100 leads, with a result for each',
    documentedBody: postedBatchBody,
    answer: batchAnswer,
    errors: ['SERVER_KEY_REQUIRED'],
    effects: ['sends mail', 'uses a card'],
    limits: FUNNEL_BATCH_LIMITS,
  }),
  pingLead: defineRoute('POST', '/api/ingest/ping', 'funnel', {
    summary: 'Ask whether an agent would buy such a lead now, without personal data',
    contentTypes: ['application/json', 'application/x-www-form-urlencoded'],
    documentedBody: pingBody,
    answer: pingAnswer,
    limits: FUNNEL_KEY_LIMITS,
  }),
  postToAddress: defineRoute('POST', `${PRIVATE_ADDRESS_PATH}/:key`, 'funnel', {
    ...toAddress,
    summary: 'Post a lead in the form of any tool to a private address',
    params: { key: 'UNKNOWN_FUNNEL_KEY' },
  }),
  postFromTool: defineRoute('POST', `${PRIVATE_ADDRESS_PATH}/:key/:tool`, 'funnel', {
    ...toAddress,
    summary: 'Post a lead in the form of the named tool to a private address',
    params: { key: 'UNKNOWN_FUNNEL_KEY', tool: 'NOT_FOUND' },
  }),
  getAddress: defineRoute('GET', `${PRIVATE_ADDRESS_PATH}/:key`, 'funnel', {
    text: {
      contentType: ANY_TYPE,
      description: 'The answer by which a platform knows that the address is the right one',
    },
    errors: ['METHOD_NOT_ALLOWED', 'CONNECTION_MISSING'],
    limits: FUNNEL_KEY_LIMITS,
    summary: 'Confirm an address to Meta or LinkedIn, which verify it before they post',
    params: { key: 'UNKNOWN_FUNNEL_KEY' },
  }),
  getFromTool: defineRoute('GET', `${PRIVATE_ADDRESS_PATH}/:key/:tool`, 'funnel', {
    text: toAddress.text,
    otherStatuses: [201],
    errors: [...toAddress.errors, 'METHOD_NOT_ALLOWED', 'CONNECTION_MISSING'],
    effects: toAddress.effects,
    limits: FUNNEL_KEY_LIMITS,
    summary:
      'Post a lead in the query string, for tools that can do nothing else; or answer as without a tool',
    params: { key: 'UNKNOWN_FUNNEL_KEY', tool: 'NOT_FOUND' },
  }),
  confirmAddress: defineRoute('POST', `${PRIVATE_ADDRESS_PATH}/:key/:part/test`, 'funnel', {
    contentTypes: [ANY_TYPE],
    answer: nothing(),
    limits: FUNNEL_KEY_LIMITS,
    summary:
      'Answer ClickFunnels Classic, which asks at /funnel_webhooks/test whether an address takes posts',
    params: { key: 'UNKNOWN_FUNNEL_KEY', part: 'NOT_FOUND' },
  }),
  getPostedLead: defineRoute('GET', '/api/ingest/leads/:leadId', 'funnel', {
    summary: 'Get the status of a lead this funnel posted',
    params: { leadId: 'LEAD_NOT_FOUND' },
    answer: leadStatusAnswer,
    errors: ['SERVER_KEY_REQUIRED'],
    limits: FUNNEL_KEY_LIMITS,
  }),
  getOwnReport: defineRoute('GET', FUNNEL_REPORT_PATH, 'funnel', {
    summary:
      "Get a funnel's report with the key of a report link: what became of its posts, and how it may post",
    answer: ownFunnelReportSchema,
    limits: FUNNEL_REPORT_LIMITS,
  }),
  tryOwnFunnel: defineRoute('POST', `${FUNNEL_REPORT_PATH}/test-lead`, 'funnel', {
    summary: 'Post a lead in test mode with the key of a report link; nothing is stored, sold or charged',
    // Field names have aliases.
    documentedBody: postedLeadBody,
    answer: acceptedLeadAnswer,
    errors: ['DUPLICATE_LEAD', 'CONSENT_REQUIRED'],
    limits: FUNNEL_REPORT_LIMITS,
  }),
  getStatistics: defineRoute('GET', '/api/statistics', 'public', {
    summary: 'Get the measured time from post to delivery',
    answer: leadStatisticsSchema,
  }),
} as const;
