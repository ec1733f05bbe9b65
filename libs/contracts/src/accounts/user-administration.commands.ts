import { defineCommand } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';
import { callerSchema } from './accounts.commands.js';
import {
  administeredSchema,
  administerUserSchema,
  userDetailsSchema,
} from './user-administration.schemas.js';

const adminErrors = ['USER_NOT_FOUND', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const;

/** Returns one user with sessions and second factors, for an administrator. */
export const getUserDetails = defineCommand('accounts', 'users.get-details', {
  request: strictObject({ userId: uuid(), actorId: uuid() }),
  response: userDetailsSchema,
  errors: adminErrors,
});

/** Changes another account on behalf of an administrator, and audits the change with its reason. */
export const administerUser = defineCommand('accounts', 'users.administer', {
  needsRecentProof: () => true,
  request: administerUserSchema.shape({ userId: uuid(), actorId: uuid(), caller: callerSchema }).noUnknown(),
  response: administeredSchema,
  errors: [...adminErrors, 'OWN_ACCOUNT', 'USER_ERASED'],
});
