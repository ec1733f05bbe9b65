import { array, number } from 'yup';
import { defineCommand } from '../define-message.js';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';
import { actingAdmin, actingAdminErrors, callerSchema } from './accounts.commands.js';
import { adminIntegrationRequest } from './accounts.http.js';
import {
  integrationRequestSchema,
  integrationType,
  resolveIntegrationRequestSchema,
} from './accounts.schemas.js';
import { integrationStates } from './accounts.values.js';

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
  request: resolveIntegrationRequestSchema
    .shape({ requestId: uuid(), actorId: uuid(), caller: callerSchema })
    .noUnknown(),
  response: integrationRequestSchema,
  errors: [
    'INTEGRATION_REQUEST_NOT_FOUND',
    'INTEGRATION_REQUEST_RESOLVED',
    'INTEGRATION_NOT_SET_UP',
    ...actingAdminErrors,
  ],
});
