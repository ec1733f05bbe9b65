import { defineRoute } from '../define-route.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import { successAnswer } from './accounts.http.js';
import { adminUserAnswer } from './user-administration.http.js';
import {
  administeredSchema,
  administerUserSchema,
  setUserDailyLimitSchema,
  setUserServiceSchema,
} from './user-administration.schemas.js';

const limits = [perUser(120, HOUR_SECONDS)];

export const userAdministrationRoutes = {
  getUser: defineRoute('GET', '/api/admin/users/:userId', 'admin', {
    audit: 'personal-data',
    summary: 'Get one user with service, card, channels, leads, payments and deliveries',
    params: { userId: 'USER_NOT_FOUND' },
    answer: adminUserAnswer,
  }),
  administerUser: defineRoute('POST', '/api/admin/users/:userId/account', 'admin', {
    proof: 'recent',
    summary: 'Disable or enable an account, end its sessions, reset its second factor or confirm its address',
    params: { userId: 'USER_NOT_FOUND' },
    body: administerUserSchema,
    answer: administeredSchema,
    errors: ['OWN_ACCOUNT', 'USER_ERASED'],
    effects: ['sends mail'],
    limits,
  }),
  setUserService: defineRoute('PATCH', '/api/admin/users/:userId/service', 'admin', {
    proof: 'recent',
    summary: 'Pause or resume the service of an agent',
    params: { userId: 'USER_NOT_FOUND' },
    body: setUserServiceSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED', 'USER_ERASED'],
    effects: ['sends mail'],
    limits,
  }),
  setUserDailyLimit: defineRoute('PATCH', '/api/admin/users/:userId/daily-limit', 'admin', {
    proof: 'recent',
    summary: 'Set the daily lead limit of an agent',
    params: { userId: 'USER_NOT_FOUND' },
    body: setUserDailyLimitSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED', 'USER_ERASED'],
    effects: ['sends mail'],
    limits,
  }),
} as const;
