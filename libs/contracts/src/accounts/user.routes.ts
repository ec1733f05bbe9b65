import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { HOUR_SECONDS, PASSWORD_ATTEMPTS, perUser } from '../request-limits.js';
import { MAILBOX_LIMIT } from './account-limits.values.js';
import {
  endedSessionsAnswer,
  integrationRequestsAnswer,
  sessionsAnswer,
  successAnswer,
} from './accounts.http.js';
import {
  changePasswordSchema,
  currentUserSchema,
  dailyLimitSchema,
  integrationRequestSchema,
  profileSchema,
  requestIntegrationSchema,
  serviceToggleSchema,
} from './accounts.schemas.js';

export const userRoutes = {
  setService: defineRoute({
    method: 'PATCH',
    path: '/api/user/service-toggle',
    access: 'agent',
    summary: 'Pause or resume service',
    body: serviceToggleSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED'],
  }),
  setDailyLimit: defineRoute({
    method: 'PATCH',
    path: '/api/user/daily-limit',
    access: 'agent',
    summary: 'Set the daily lead limit',
    body: dailyLimitSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED'],
  }),
  updateProfile: defineRoute({
    method: 'PATCH',
    path: '/api/user/profile',
    access: 'signed-in',
    summary: 'Update the profile; a new email address applies once it is confirmed',
    body: profileSchema,
    answer: currentUserSchema,
    errors: ['EMAIL_TAKEN', 'USER_NOT_FOUND'],
    effects: ['sends mail', 'reveals whether an address is known'],
    limits: [perUser(30, HOUR_SECONDS), MAILBOX_LIMIT],
  }),
  listSessions: defineRoute({
    method: 'GET',
    path: '/api/user/sessions',
    access: 'signed-in',
    summary: 'List the sessions of the signed-in user',
    answer: sessionsAnswer,
  }),
  endOtherSessions: defineRoute({
    method: 'POST',
    path: '/api/user/sessions/end-others',
    access: 'signed-in',
    summary: 'Sign out everywhere else',
    body: nothing(),
    answer: endedSessionsAnswer,
  }),
  changePassword: defineRoute({
    method: 'POST',
    path: '/api/user/change-password',
    access: 'signed-in',
    summary: 'Change the password and end every other session',
    body: changePasswordSchema,
    answer: successAnswer,
    errors: ['WRONG_PASSWORD', 'COMMON_PASSWORD', 'USER_NOT_FOUND'],
    effects: ['sends mail', 'hashes a password'],
    limits: [perUser(20, HOUR_SECONDS), PASSWORD_ATTEMPTS],
  }),
  listIntegrationRequests: defineRoute({
    method: 'GET',
    path: '/api/integration-requests',
    access: 'signed-in',
    summary: 'List the integrations the signed-in user requested',
    answer: integrationRequestsAnswer,
  }),
  requestIntegration: defineRoute({
    method: 'POST',
    path: '/api/request-integration',
    access: 'signed-in',
    summary: 'Request an integration',
    body: requestIntegrationSchema,
    answer: integrationRequestSchema,
    status: 201,
    errors: ['INTEGRATION_ALREADY_REQUESTED'],
  }),
} as const;
