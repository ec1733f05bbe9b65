import { array, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { count, oneOf, strictObject, uuid } from '../primitives.js';
import { SEARCH_MAX } from '../search.values.js';
import { actingAdmin, actingAdminErrors, callerSchema } from './accounts.commands.js';
import { userSchema } from './accounts.schemas.js';
import { USERS_PAGE_MAX, userSorts } from './accounts.values.js';
import {
  administeredSchema,
  administerUserSchema,
  userDetailsSchema,
} from './user-administration.schemas.js';

/** Lists users. `search` matches name, email, phone and company. */
export const listUsers = defineCommand('accounts', 'users.list', {
  request: strictObject({
    search: string().max(SEARCH_MAX).nullable().defined(),
    /** Default: newest first. */
    sort: oneOf(userSorts).default(undefined).optional(),
    page: number().integer().min(1).required(),
    pageSize: number().integer().min(1).max(USERS_PAGE_MAX).required(),
    ...actingAdmin,
  }),
  response: strictObject({
    users: array(userSchema).required(),
    total: count(),
  }),
  errors: actingAdminErrors,
});

/** Returns the newest users that `listUsers` would find, at most `limit`. */
export const searchUserIds = defineCommand('accounts', 'users.search-ids', {
  request: strictObject({
    text: string().min(1).max(SEARCH_MAX).required(),
    limit: number().integer().min(1).max(1_000).required(),
  }),
  response: strictObject({ userIds: array(uuid()).required() }),
});

/** Returns names of users by id, for lists of other services. Unknown ids are omitted. */
export const getUserNames = defineCommand('accounts', 'users.get-names', {
  request: strictObject({ userIds: array(uuid()).max(USERS_PAGE_MAX).required() }),
  response: strictObject({
    users: array(
      strictObject({
        id: uuid(),
        firstName: string().required(),
        lastName: string().required(),
        companyName: string().nullable().defined(),
        timeZone: string().max(64).required(),
      }),
    ).required(),
  }),
});

const adminErrors = ['USER_NOT_FOUND', ...actingAdminErrors] as const;

/** Returns one user with sessions and second factors, for an admin. */
export const getUserDetails = defineCommand('accounts', 'users.get-details', {
  request: strictObject({ userId: uuid(), actorId: uuid() }),
  response: userDetailsSchema,
  errors: adminErrors,
});

/** Changes another account on behalf of an admin, and audits the change with its reason. */
export const administerUser = defineCommand('accounts', 'users.administer', {
  needsRecentProof: () => true,
  request: administerUserSchema.shape({ userId: uuid(), actorId: uuid(), caller: callerSchema }).noUnknown(),
  response: administeredSchema,
  errors: [...adminErrors, 'OWN_ACCOUNT', 'USER_ERASED'],
});
