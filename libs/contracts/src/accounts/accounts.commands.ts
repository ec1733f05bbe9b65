import { array, boolean, type InferType, mixed, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { flag, instant, nothing, strictObject, uuid } from '../primitives.js';
import { adminIntegrationRequest } from './accounts.http.js';
import { companyName, emailAddress, givenId, limitField, newPassword } from './accounts.fields.js';
import {
  currentUserSchema,
  integrationRequestSchema,
  integrationType,
  profileSchema,
  userSchema,
  userSessionSchema,
} from './accounts.schemas.js';
import { integrationStates, userSorts } from './accounts.values.js';
import { USERS_PAGE_MAX } from './accounts.values.js';
import { SEARCH_MAX } from '../search.values.js';

/** Where a request comes from: IP address and user agent. The audit log keeps both; rate limits keep a hash. */
export const callerSchema = strictObject({
  address: string().max(45).required(),
  userAgent: string().max(300).nullable().defined(),
});
export type Caller = InferType<typeof callerSchema>;

/** A session's id is a secret until it is signed into a cookie. */
const sid = () => uuid();
export const sessionSchema = strictObject({ sid: sid(), expiresAt: instant() });
export const signedInSchema = strictObject({ user: currentUserSchema, session: sessionSchema });
const filled = () => string().required();

export const registerUser = defineCommand({
  service: 'accounts',
  name: 'users.register',
  request: strictObject({
    email: emailAddress(),
    password: newPassword(),
    firstName: filled(),
    lastName: filled(),
    phone: filled(),
    companyName: companyName(),
    caller: callerSchema,
  }),
  response: signedInSchema,
  errors: ['EMAIL_TAKEN', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

/** The answer takes as long for an address nobody has as for a wrong password. */
export const signIn = defineCommand({
  service: 'accounts',
  name: 'sessions.sign-in',
  request: strictObject({ email: emailAddress(), password: filled(), caller: callerSchema }),
  response: signedInSchema,
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
});

export const signOut = defineCommand({
  service: 'accounts',
  name: 'sessions.sign-out',
  request: strictObject({ sid: sid(), caller: callerSchema }),
  response: nothing(),
});

/** Whose session this is, and that it was used now. Null when it has ended, for whatever reason. */
export const resolveSession = defineCommand({
  service: 'accounts',
  name: 'sessions.resolve',
  request: strictObject({
    sid: sid(),
    /** Only looks: a page that stays open is not use of the session. */
    passive: boolean().default(undefined).optional(),
  }),
  response: strictObject({ user: currentUserSchema.nullable().defined() }),
});

/** Answered when it is in force where leads are given out. */
export const changeService = defineCommand({
  service: 'accounts',
  name: 'users.change-service',
  request: strictObject({ userId: uuid(), serviceEnabled: flag(), caller: callerSchema }),
  response: nothing(),
  errors: ['USER_NOT_FOUND'],
  timeoutMs: 15_000,
});

/** Answered when it is in force where leads are given out. */
export const changeDailyLimit = defineCommand({
  service: 'accounts',
  name: 'users.change-daily-limit',
  request: strictObject({ userId: uuid(), dailyLeadLimit: limitField(), caller: callerSchema }),
  response: nothing(),
  errors: ['USER_NOT_FOUND'],
  timeoutMs: 15_000,
});

/** Saves the card with billing; the user has it when this is answered. */
export const changeCard = defineCommand({
  service: 'accounts',
  name: 'users.change-card',
  request: strictObject({ userId: uuid(), paymentMethodId: givenId('Payment method'), caller: callerSchema }),
  response: nothing(),
  errors: ['USER_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED'],
  timeoutMs: 25_000,
});

/** A new e-mail address takes effect when the mail sent to it is confirmed; everything else at once. */
export const changeProfile = defineCommand({
  service: 'accounts',
  name: 'users.change-profile',
  request: profileSchema.shape({ userId: uuid(), caller: callerSchema }).noUnknown(),
  response: currentUserSchema,
  errors: ['USER_NOT_FOUND', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
});

export const confirmEmail = defineCommand({
  service: 'accounts',
  name: 'users.confirm-email',
  request: strictObject({ token: filled(), caller: callerSchema }),
  response: nothing(),
  errors: ['LINK_EXPIRED', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
});

/** Does the same, and takes the same time, whether or not somebody has the address. */
export const requestPasswordReset = defineCommand({
  service: 'accounts',
  name: 'passwords.request-reset',
  request: strictObject({ email: emailAddress(), caller: callerSchema }),
  response: nothing(),
  errors: ['TOO_MANY_REQUESTS'],
});

export const resetPassword = defineCommand({
  service: 'accounts',
  name: 'passwords.reset',
  request: strictObject({ token: filled(), password: newPassword(), caller: callerSchema }),
  response: nothing(),
  errors: ['LINK_EXPIRED', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

export const listIntegrationRequests = defineCommand({
  service: 'accounts',
  name: 'integrations.list',
  request: strictObject({ userId: uuid() }),
  response: strictObject({ requests: array(integrationRequestSchema).required() }),
});

export const requestIntegration = defineCommand({
  service: 'accounts',
  name: 'integrations.request',
  request: strictObject({ userId: uuid(), integrationType: integrationType(), caller: callerSchema }),
  response: integrationRequestSchema,
  errors: ['INTEGRATION_ALREADY_REQUESTED', 'USER_NOT_FOUND'],
});

/** Where the user is signed in, the one used last first. `sid` is the asker's own. */
export const listSessions = defineCommand({
  service: 'accounts',
  name: 'sessions.list',
  request: strictObject({ userId: uuid(), sid: sid() }),
  response: strictObject({ sessions: array(userSessionSchema).required() }),
});

/** Ends every session of the user but the asker's own. */
export const endOtherSessions = defineCommand({
  service: 'accounts',
  name: 'sessions.end-others',
  request: strictObject({ userId: uuid(), sid: sid(), caller: callerSchema }),
  response: strictObject({ ended: number().integer().min(0).required() }),
});

/** Every other session ends, and a mail tells of it. */
export const changePassword = defineCommand({
  service: 'accounts',
  name: 'passwords.change',
  request: strictObject({
    userId: uuid(),
    sid: sid(),
    currentPassword: filled(),
    password: newPassword(),
    caller: callerSchema,
  }),
  response: nothing(),
  errors: ['USER_NOT_FOUND', 'WRONG_PASSWORD', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

const requestCursor = () => strictObject({ createdAt: instant(), id: uuid() });

/** Integration requests of everybody, the newest first. */
export const listAllIntegrationRequests = defineCommand({
  service: 'accounts',
  name: 'integrations.list-all',
  request: strictObject({
    status: string()
      .oneOf([...integrationStates])
      .nullable()
      .defined(),
    after: requestCursor().nullable().defined(),
    limit: number().integer().min(1).max(200).required(),
  }),
  response: strictObject({
    requests: array(adminIntegrationRequest).required(),
    next: requestCursor().nullable().defined(),
  }),
});

export const resolveIntegrationRequest = defineCommand({
  service: 'accounts',
  name: 'integrations.resolve',
  request: strictObject({
    requestId: uuid(),
    status: string().oneOf(['completed', 'declined']).required(),
    actorId: uuid(),
    caller: callerSchema,
  }),
  response: integrationRequestSchema,
  errors: ['INTEGRATION_REQUEST_NOT_FOUND', 'INTEGRATION_REQUEST_RESOLVED'],
});

/** Newest first. `search` looks into name, e-mail, phone and company. */
export const listUsers = defineCommand({
  service: 'accounts',
  name: 'users.list',
  request: strictObject({
    search: string().max(SEARCH_MAX).nullable().defined(),
    /** Absent: the newest first. */
    sort: string()
      .oneOf([...userSorts])
      .default(undefined)
      .optional(),
    page: number().integer().min(1).required(),
    pageSize: number().integer().min(1).max(USERS_PAGE_MAX).required(),
  }),
  response: strictObject({
    users: array(userSchema).required(),
    total: number().integer().min(0).required(),
  }),
});

/** The newest users that a search finds, as `listUsers` looks for them, at most `limit`. */
export const searchUserIds = defineCommand({
  service: 'accounts',
  name: 'users.search-ids',
  request: strictObject({
    text: string().min(1).max(SEARCH_MAX).required(),
    limit: number().integer().min(1).max(1_000).required(),
  }),
  response: strictObject({ userIds: array(uuid()).required() }),
});

/** Names of users by id, for lists that others own. Unknown ids are left out. */
export const getUserNames = defineCommand({
  service: 'accounts',
  name: 'users.get-names',
  request: strictObject({ userIds: array(uuid()).max(USERS_PAGE_MAX).required() }),
  response: strictObject({
    users: array(strictObject({ id: uuid(), firstName: filled(), lastName: filled() })).required(),
  }),
});

/** Newest first: who did what, when, from where. */
export const listAudit = defineCommand({
  service: 'accounts',
  name: 'audit.list',
  request: strictObject({
    userId: uuid().nullable().defined(),
    page: number().integer().min(1).required(),
    pageSize: number().integer().min(1).max(USERS_PAGE_MAX).required(),
  }),
  response: strictObject({
    events: array(
      strictObject({
        id: filled(),
        at: instant(),
        actorId: string().nullable().defined(),
        userId: string().nullable().defined(),
        action: filled(),
        address: string().nullable().defined(),
        oldValue: mixed().nullable().defined(),
        newValue: mixed().nullable().defined(),
      }),
    ).required(),
    total: number().integer().min(0).required(),
  }),
});
