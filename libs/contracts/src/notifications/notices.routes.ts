import { currentUserSchema } from '../accounts/accounts.schemas.js';
import { defineRoute } from '../define-route.js';
import { HOUR_SECONDS, MINUTE_SECONDS, perNetwork, perUser } from '../request-limits.js';
import {
  noticePreferencesSchema,
  timeZoneSchema,
  unsubscribedAnswer,
  unsubscribeQuery,
} from './notices.schemas.js';
import { UNSUBSCRIBE_PATH } from './notices.values.js';

/** Email providers send the clicks of all their users from a few addresses. */
const unsubscribeLimits = [perNetwork(300, MINUTE_SECONDS)];

export const noticeRoutes = {
  getNoticePreferences: defineRoute('GET', '/api/user/notices', 'agent', {
    summary: 'Get which emails the signed-in agent receives, and the quiet hours',
    answer: noticePreferencesSchema,
  }),
  saveNoticePreferences: defineRoute('PATCH', '/api/user/notices', 'agent', {
    proof: 'none',
    summary: 'Choose which emails to receive, and the quiet hours',
    body: noticePreferencesSchema,
    answer: noticePreferencesSchema,
    limits: [perUser(60, HOUR_SECONDS)],
  }),
  changeTimeZone: defineRoute('PATCH', '/api/user/time-zone', 'agent', {
    proof: 'none',
    summary: 'Set the time zone of the daily limit and of the quiet hours',
    body: timeZoneSchema,
    answer: currentUserSchema,
    errors: ['USER_NOT_FOUND'],
    limits: [perUser(20, HOUR_SECONDS)],
  }),
  showUnsubscribe: defineRoute('GET', UNSUBSCRIBE_PATH, 'public', {
    summary: 'Redirect from an email to the page that asks whether to turn off emails of its kind',
    query: unsubscribeQuery,
    text: { contentType: 'text/plain', description: 'Redirects to the page' },
    status: 303,
    limits: unsubscribeLimits,
  }),
  unsubscribe: defineRoute('POST', UNSUBSCRIBE_PATH, 'public', {
    proof: 'link',
    summary: 'Turn off emails of one kind with the link in one of them, as email programs do (RFC 8058)',
    query: unsubscribeQuery,
    contentTypes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
    answer: unsubscribedAnswer,
    errors: ['LINK_EXPIRED'],
    limits: unsubscribeLimits,
  }),
} as const;
