import { array, boolean, string, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { count, decimal, flag, instant, oneOf, searchText, strictObject, uuid } from '../primitives.js';
import { timeAndId, userName } from '../admin/admin.fields.js';
import { adminRefund } from '../billing/refunds.http.js';
import {
  auditEventId,
  auditEventSchema,
  currentUserSchema,
  integrationRequestSchema,
  userSchema,
  userSessionSchema,
} from './accounts.schemas.js';
import { secondFactorChallengeSchema } from './second-factors.schemas.js';
import { integrationStates, userSorts } from './accounts.values.js';
import { sessionId } from './onboarding.schemas.js';

/** Responses of the gateway, for the browser and the API description. */
export const successAnswer = strictObject({ success: boolean().oneOf([true]).required() });
export const signedInAnswer = strictObject({ user: currentUserSchema });
/** `user` after a sign-in; `secondFactor` in its place if the account has one. */
export const signInAnswer = strictObject({
  user: currentUserSchema.optional().default(undefined),
  secondFactor: secondFactorChallengeSchema.optional().default(undefined),
});
export const completeAnswer = successAnswer.shape({ user: currentUserSchema }).noUnknown();
export const clientSecretAnswer = strictObject({ clientSecret: string().required() });
export const availableAnswer = strictObject({ available: flag() });
export const sessionIdAnswer = strictObject({ sessionId: sessionId().required() });
export const integrationRequestsAnswer = array(integrationRequestSchema).required();
export const configAnswer = strictObject({
  stripePublishableKey: string().required(),
  stripeJsUrl: string().required(),
});
export const adminUsersAnswer = array(userSchema).required();
/** `actor`: who did it; null if that was not a user, or one that no longer exists. */
export const adminAuditAnswer = array(auditEventSchema.shape({ actor: userName() }).noUnknown()).required();

export const adminPaymentSchema = strictObject({
  id: uuid(),
  /** decimal(10,2), in dollars. */
  amount: decimal(),
  purchasedAt: instant(),
  status: oneOf(['succeeded', 'refunded']).required(),
  stripePaymentIntentId: string().required(),
  user: userName(),
  /** Null if it no longer exists. */
  lead: strictObject({ id: uuid(), fullName: string().required() }).nullable(),
  /** The last refund, if any. */
  refund: adminRefund.nullable().defined(),
});
export const adminPaymentsAnswer = array(adminPaymentSchema).required();
export type AdminPayment = InferType<typeof adminPaymentSchema>;

const ordinal = (label: string) =>
  boundedText({
    max: 6,
    pattern: /^[1-9]\d{0,5}$/,
    message: `${label} must be a whole number from 1`,
  }).optional();

const pageSize = () =>
  boundedText({
    max: 3,
    pattern: /^([1-9]\d?|1\d\d|200)$/,
    message: 'Page size must be from 1 to 200',
  }).optional();

/** Query strings; every value is text. */
export const adminUsersQuery = strictObject({
  search: searchText(),
  sort: oneOf(userSorts, 'Sort').optional(),
  page: ordinal('Page'),
  pageSize: pageSize(),
});
export const adminPaymentsQuery = strictObject({
  /** Matches the names of user and lead, or the start of a payment id. */
  search: searchText(),
  /** Only payments of this user, instead of a search. */
  user: uuid().optional(),
  order: oneOf(['newest', 'oldest'], 'Order').optional(),
  pageSize: pageSize(),
  /** `<purchasedAt>,<id>` of the last payment seen. */
  before: timeAndId('Before'),
});
export const adminAuditQuery = strictObject({
  userId: uuid().optional(),
  pageSize: pageSize(),
  /** Id of the last event seen. */
  before: auditEventId().optional(),
});

export const sessionsAnswer = array(userSessionSchema).required();
export const endedSessionsAnswer = strictObject({ ended: count() });

export const adminIntegrationsQuery = strictObject({
  status: oneOf(integrationStates, 'Status').optional(),
  after: timeAndId('After'),
});

export const adminIntegrationRequest = integrationRequestSchema
  .shape({
    user: strictObject({
      id: uuid(),
      firstName: string().defined(),
      lastName: string().defined(),
      email: string().required(),
      phone: string().defined(),
    }),
  })
  .noUnknown();
export type AdminIntegrationRequest = InferType<typeof adminIntegrationRequest>;

/** `next` is the `after` of the next page; null on the last one. */
export const adminIntegrationsAnswer = strictObject({
  requests: array(adminIntegrationRequest).required(),
  next: string().nullable().defined(),
});
