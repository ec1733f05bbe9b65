import { array, string } from 'yup';
import { timeAndId } from '../admin/admin.fields.js';
import { defineRoute } from '../define-route.js';
import { oneOf, strictObject } from '../primitives.js';
import { perUser, HOUR_SECONDS } from '../request-limits.js';
import { funnelReportSchema, refusedPostSchema } from './funnel-report.schemas.js';
import {
  funnelChangeSchema,
  funnelKeyId,
  funnelName,
  funnelSchema,
  funnelWithKeySchema,
} from './funnels.schemas.js';
import { funnelKeyKinds, rejectionReasons } from './funnels.values.js';
import { postedFieldNames } from './lead-fields.js';
import { acceptedLeadAnswer, postedLeadBody } from './leads.http.js';

const params = { funnelId: 'FUNNEL_NOT_FOUND' } as const;

/** Query strings; every value is text. */
export const refusedPostsQuery = strictObject({
  reason: oneOf(rejectionReasons, 'Reason'),
  field: oneOf(postedFieldNames, 'Field'),
  after: timeAndId('After'),
});

export const funnelRoutes = {
  listFunnels: defineRoute('GET', '/api/admin/funnels', 'admin', {
    summary: 'List all funnels with their settings and keys',
    answer: strictObject({ funnels: array(funnelSchema).required() }),
  }),
  getFunnel: defineRoute('GET', '/api/admin/funnels/:funnelId', 'admin', {
    summary: 'Get a funnel with its settings and keys',
    params,
    answer: funnelSchema,
  }),
  getFunnelReport: defineRoute('GET', '/api/admin/funnels/:funnelId/report', 'admin', {
    summary: "Count a funnel's posts of the last 30 days: accepted, sold, refused and why",
    params,
    answer: funnelReportSchema,
  }),
  listRefusedPosts: defineRoute('GET', '/api/admin/funnels/:funnelId/refused-posts', 'admin', {
    summary: "List a funnel's refused posts with reason and fields, newest first",
    params,
    query: refusedPostsQuery,
    answer: strictObject({
      posts: array(refusedPostSchema).required(),
      /** The `after` of the next page; null on the last page. */
      next: string().nullable().defined(),
    }),
  }),
  createFunnel: defineRoute('POST', '/api/admin/funnels', 'admin', {
    summary: 'Create a funnel in test mode; its key is shown once',
    body: strictObject({ name: funnelName() }),
    answer: funnelWithKeySchema,
    status: 201,
    limits: [perUser(60, HOUR_SECONDS)],
  }),
  changeFunnel: defineRoute('PATCH', '/api/admin/funnels/:funnelId', 'admin', {
    summary: "Replace a funnel's settings",
    params,
    body: funnelChangeSchema,
    answer: funnelSchema,
    errors: ['SETTINGS_CHANGED'],
  }),
  addFunnelKey: defineRoute('POST', '/api/admin/funnels/:funnelId/keys', 'admin', {
    summary: 'Add a key to a funnel; it is shown once',
    params,
    /** A server key unless stated. */
    body: strictObject({ kind: oneOf(funnelKeyKinds).optional() }),
    answer: funnelWithKeySchema,
    status: 201,
    errors: ['TOO_MANY_FUNNEL_KEYS'],
    limits: [perUser(60, HOUR_SECONDS)],
  }),
  revokeFunnelKey: defineRoute('POST', '/api/admin/funnels/:funnelId/revoke-key', 'admin', {
    proof: 'none',
    summary: "Revoke one of a funnel's keys at once",
    params,
    body: strictObject({ keyId: funnelKeyId() }),
    answer: funnelSchema,
    errors: ['FUNNEL_KEY_NOT_FOUND'],
  }),
  tryFunnel: defineRoute('POST', '/api/admin/funnels/:funnelId/test-lead', 'admin', {
    proof: 'none',
    summary: 'Post a lead in test mode on behalf of a funnel; nothing is stored, sold or charged',
    params,
    // Field names have aliases.
    documentedBody: postedLeadBody,
    answer: acceptedLeadAnswer,
    errors: ['DUPLICATE_LEAD', 'CONSENT_REQUIRED', 'FUNNEL_NOT_FOUND'],
  }),
} as const;
