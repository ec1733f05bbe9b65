import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { DAY_SECONDS, HOUR_SECONDS, PASSWORD_ATTEMPTS, perUser } from '../request-limits.js';
import { MAILBOX_LIMIT } from './account-limits.values.js';
import {
  endedSessionsAnswer,
  integrationRequestsAnswer,
  sessionsAnswer,
  successAnswer,
} from './accounts.http.js';
import {
  changePasswordSchema,
  endSessionSchema,
  currentUserSchema,
  dailyLimitSchema,
  integrationRequestSchema,
  profileSchema,
  requestIntegrationSchema,
  serviceToggleSchema,
} from './accounts.schemas.js';

export const userRoutes = {
  setService: defineRoute('PATCH', '/api/user/service-toggle', 'agent', {
    proof: 'none',
    summary: 'Pause or resume service',
    body: serviceToggleSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED', 'RESUMPTION_NEEDS_ADMIN'],
    effects: ['sends mail'],
    limits: [perUser(120, HOUR_SECONDS)],
  }),
  setDailyLimit: defineRoute('PATCH', '/api/user/daily-limit', 'agent', {
    proof: 'none',
    summary: 'Set the daily lead limit',
    body: dailyLimitSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED'],
    effects: ['sends mail'],
    limits: [perUser(120, HOUR_SECONDS)],
  }),
  updateProfile: defineRoute('PATCH', '/api/user/profile', 'signed-in', {
    summary:
      'Update the profile; a new email address needs the current password and applies once it is confirmed',
    body: profileSchema,
    answer: currentUserSchema,
    errors: ['WRONG_PASSWORD', 'USER_NOT_FOUND'],
    effects: ['sends mail', 'hashes a password'],
    limits: [perUser(30, HOUR_SECONDS), MAILBOX_LIMIT, PASSWORD_ATTEMPTS],
  }),
  resendConfirmation: defineRoute('POST', '/api/user/resend-confirmation', 'signed-in', {
    proof: 'none',
    summary: 'Email another link that confirms the address of the signed-in user',
    body: nothing(),
    answer: successAnswer,
    errors: ['EMAIL_ALREADY_CONFIRMED', 'USER_NOT_FOUND'],
    effects: ['sends mail'],
    limits: [perUser(20, HOUR_SECONDS), MAILBOX_LIMIT],
  }),
  listSessions: defineRoute('GET', '/api/user/sessions', 'signed-in', {
    summary: 'List the sessions of the signed-in user',
    answer: sessionsAnswer,
  }),
  endOtherSessions: defineRoute('POST', '/api/user/sessions/end-others', 'signed-in', {
    summary: 'Sign out everywhere else',
    body: nothing(),
    answer: endedSessionsAnswer,
  }),
  endSession: defineRoute('POST', '/api/user/sessions/end', 'signed-in', {
    summary: 'Sign out of one other session, by its id in the list',
    body: endSessionSchema,
    answer: endedSessionsAnswer,
  }),
  changePassword: defineRoute('POST', '/api/user/change-password', 'signed-in', {
    summary: 'Change the password and end every other session',
    body: changePasswordSchema,
    answer: successAnswer,
    errors: ['WRONG_PASSWORD', 'COMMON_PASSWORD', 'USER_NOT_FOUND'],
    effects: ['sends mail', 'hashes a password'],
    limits: [perUser(20, HOUR_SECONDS), PASSWORD_ATTEMPTS],
  }),
  listIntegrationRequests: defineRoute('GET', '/api/integration-requests', 'signed-in', {
    summary: 'List the integrations the signed-in user requested',
    answer: integrationRequestsAnswer,
  }),
  requestIntegration: defineRoute('POST', '/api/request-integration', 'signed-in', {
    proof: 'none',
    summary: 'Request an integration',
    body: requestIntegrationSchema,
    answer: integrationRequestSchema,
    status: 201,
    errors: ['INTEGRATION_ALREADY_REQUESTED'],
    effects: ['sends mail'],
    limits: [perUser(10, DAY_SECONDS)],
  }),
} as const;
