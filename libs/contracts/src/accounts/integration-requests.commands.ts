import { array, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';
import { callerSchema } from './accounts.commands.js';
import { adminIntegrationRequest } from './accounts.http.js';
import { integrationRequestSchema, integrationType } from './accounts.schemas.js';
import { DECLINE_REASON_MAX, integrationStates } from './accounts.values.js';
import { actingAdmin, actingAdminErrors } from './acting-admin.js';

export const listIntegrationRequests = defineCommand('accounts', 'integrations.list', {
  request: strictObject({ userId: uuid() }),
  response: strictObject({ requests: array(integrationRequestSchema).required() }),
});

export const requestIntegration = defineCommand('accounts', 'integrations.request', {
  request: strictObject({ userId: uuid(), integrationType: integrationType(), caller: callerSchema }),
  response: integrationRequestSchema,
  errors: ['INTEGRATION_ALREADY_REQUESTED', 'USER_NOT_FOUND'],
});

const requestCursor = () => strictObject({ createdAt: instant(), id: uuid() });

/** Lists all users' integration requests, newest first. */
export const listAllIntegrationRequests = defineCommand('accounts', 'integrations.list-all', {
  request: strictObject({
    status: oneOf(integrationStates).nullable().defined(),
    after: requestCursor().nullable().defined(),
    limit: number().integer().min(1).max(200).required(),
    ...actingAdmin,
  }),
  response: strictObject({
    requests: array(adminIntegrationRequest).required(),
    next: requestCursor().nullable().defined(),
  }),
  errors: actingAdminErrors,
});

export const resolveIntegrationRequest = defineCommand('accounts', 'integrations.resolve', {
  request: strictObject({
    requestId: uuid(),
    status: oneOf(['completed', 'declined']).required(),
    /** Why the request is declined. */
    reason: string().max(DECLINE_REASON_MAX).optional(),
    actorId: uuid(),
    caller: callerSchema,
  }),
  response: integrationRequestSchema,
  errors: [
    'INTEGRATION_REQUEST_NOT_FOUND',
    'INTEGRATION_REQUEST_RESOLVED',
    'INTEGRATION_NOT_SET_UP',
    ...actingAdminErrors,
  ],
});
