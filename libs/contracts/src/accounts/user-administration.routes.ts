import { array, type InferType, string } from 'yup';
import { cardAnswer } from '../billing/billing.http.js';
import { defineRoute } from '../define-route.js';
import { filtersSchema, leadReportSchema } from '../leads/filters.schemas.js';
import { eligibilitySchema, soldLeadSchema } from '../leads/sold-leads.schemas.js';
import { channelsAnswer } from '../notifications/channels.schemas.js';
import { adminDelivery } from '../notifications/deliveries.routes.js';
import { pushBrowserSchema } from '../notifications/push.schemas.js';
import { count, strictObject, timeZone } from '../primitives.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import { adminPaymentsAnswer, successAnswer } from './accounts.http.js';
import {
  administeredSchema,
  administerUserSchema,
  setUserDailyLimitSchema,
  setUserServiceSchema,
  userDetailsSchema,
} from './user-administration.schemas.js';

/** Without contact details: those are on the lead's own page. */
const userLead = soldLeadSchema
  .pick(['id', 'fullName', 'amountCents', 'soldAt', 'deliveredAt', 'refundedAt'])
  .noUnknown();

/** A browser that shows the user notifications. */
const userBrowser = pushBrowserSchema.omit(['endpointDigest']).noUnknown();

/**
 * One user with everything that the services know. Only accounts must answer. The part of another service is null if it
 * did not answer in time, and for admins, who buy no leads.
 */
export const adminUserAnswer = userDetailsSchema
  .shape({
    eligibility: eligibilitySchema.nullable().defined().default(null),
    filters: strictObject({ filters: filtersSchema, timeZone: timeZone() }).nullable().default(null),
    report: leadReportSchema.nullable().defined().default(null),
    card: cardAnswer.nullable().defined().default(null),
    channels: channelsAnswer.nullable().defined().default(null),
    /** Those that show notifications, or did. */
    browsers: array(userBrowser).nullable().defined().default(null),
    leads: strictObject({
      newest: array(userLead).required(),
      total: count(),
    })
      .nullable()
      .default(null),
    payments: strictObject({
      newest: adminPaymentsAnswer,
      total: count(),
      /** Sum of the payments not refunded, a decimal in dollars. */
      amount: string().required(),
    })
      .nullable()
      .default(null),
    deliveries: array(adminDelivery).nullable().defined().default(null),
  })
  .noUnknown();
export type AdminUserPage = InferType<typeof adminUserAnswer>;

const limits = [perUser(120, HOUR_SECONDS)];

export const userAdministrationRoutes = {
  getUser: defineRoute('GET', '/api/admin/users/:userId', 'admin', {
    audit: 'personal-data',
    summary: 'Get one user with service, card, channels, leads, payments and deliveries',
    params: { userId: 'USER_NOT_FOUND' },
    answer: adminUserAnswer,
  }),
  administerUser: defineRoute('POST', '/api/admin/users/:userId/account', 'admin', {
    summary: 'Disable or enable an account, end its sessions, reset its second factor or confirm its address',
    params: { userId: 'USER_NOT_FOUND' },
    body: administerUserSchema,
    answer: administeredSchema,
    errors: ['OWN_ACCOUNT', 'USER_ERASED'],
    effects: ['sends mail'],
    limits,
  }),
  setUserService: defineRoute('PATCH', '/api/admin/users/:userId/service', 'admin', {
    summary: 'Pause or resume the service of an agent',
    params: { userId: 'USER_NOT_FOUND' },
    body: setUserServiceSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED', 'USER_ERASED'],
    effects: ['sends mail'],
    limits,
  }),
  setUserDailyLimit: defineRoute('PATCH', '/api/admin/users/:userId/daily-limit', 'admin', {
    summary: 'Set the daily lead limit of an agent',
    params: { userId: 'USER_NOT_FOUND' },
    body: setUserDailyLimitSchema,
    answer: successAnswer,
    errors: ['SETTINGS_CHANGED', 'USER_ERASED'],
    effects: ['sends mail'],
    limits,
  }),
} as const;
