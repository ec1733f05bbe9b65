import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { HOUR_SECONDS, MINUTE_SECONDS, perUser } from '../request-limits.js';
import { allowPushSchema, pushSetUpSchema, pushTestSchema } from './push.schemas.js';

export const pushRoutes = {
  getPushSetUp: defineRoute('GET', '/api/channels/push', 'agent', {
    summary: 'List the browsers on which the signed-in agent allowed notifications',
    answer: pushSetUpSchema,
  }),
  allowPush: defineRoute('POST', '/api/channels/push/browsers', 'agent', {
    confirmedEmail: true,
    summary: 'Send a notification of each new lead to this browser',
    body: allowPushSchema,
    answer: pushSetUpSchema,
    errors: ['PUSH_UNAVAILABLE', 'PUSH_KEY_CHANGED', 'PUSH_SERVICE_UNKNOWN', 'PUSH_TOO_MANY_BROWSERS'],
    limits: [perUser(30, HOUR_SECONDS)],
  }),
  keepPush: defineRoute('POST', '/api/channels/push/browsers/:browserId/keep', 'agent', {
    summary: 'Resume notifications to a browser that was allowed before the account was recovered',
    params: { browserId: 'PUSH_BROWSER_NOT_FOUND' },
    body: nothing(),
    answer: pushSetUpSchema,
    limits: [perUser(30, MINUTE_SECONDS)],
  }),
  removePush: defineRoute('POST', '/api/channels/push/browsers/:browserId/remove', 'agent', {
    proof: 'none',
    summary: 'Send no more notifications to a browser',
    params: { browserId: 'PUSH_BROWSER_NOT_FOUND' },
    body: nothing(),
    answer: pushSetUpSchema,
    limits: [perUser(30, MINUTE_SECONDS)],
  }),
  testPush: defineRoute('POST', '/api/channels/push/browsers/:browserId/test', 'agent', {
    proof: 'none',
    summary: 'Send a sample notification to a browser',
    params: { browserId: 'PUSH_BROWSER_NOT_FOUND' },
    body: nothing(),
    answer: pushTestSchema,
    errors: ['PUSH_UNAVAILABLE'],
    effects: ['sends a message'],
    limits: [perUser(10, MINUTE_SECONDS)],
  }),
} as const;
