import { defineRoute } from '../define-route.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import {
  adminAuditAnswer,
  adminAuditQuery,
  adminIntegrationsAnswer,
  adminIntegrationsQuery,
  adminUsersAnswer,
  adminUsersQuery,
} from './accounts.http.js';
import { integrationRequestSchema, resolveIntegrationRequestSchema } from './accounts.schemas.js';

export const adminAccountsRoutes = {
  listUsers: defineRoute('GET', '/api/admin/users', 'admin', {
    audit: 'personal-data',
    summary: 'List users, newest first',
    query: adminUsersQuery,
    answer: adminUsersAnswer,
  }),
  listAuditEvents: defineRoute('GET', '/api/admin/audit', 'admin', {
    audit: 'personal-data',
    summary: 'List audit events, newest first',
    query: adminAuditQuery,
    answer: adminAuditAnswer,
  }),
  listAllIntegrationRequests: defineRoute('GET', '/api/admin/integration-requests', 'admin', {
    audit: 'personal-data',
    summary: "List every user's integration requests, newest first",
    query: adminIntegrationsQuery,
    answer: adminIntegrationsAnswer,
  }),
  resolveIntegrationRequest: defineRoute('PATCH', '/api/admin/integration-requests/:requestId', 'admin', {
    proof: 'none',
    summary: 'Mark an integration request as active, or decline it',
    params: { requestId: 'INTEGRATION_REQUEST_NOT_FOUND' },
    body: resolveIntegrationRequestSchema,
    answer: integrationRequestSchema,
    errors: ['INTEGRATION_REQUEST_RESOLVED', 'INTEGRATION_NOT_SET_UP'],
    effects: ['sends mail'],
    limits: [perUser(120, HOUR_SECONDS)],
  }),
} as const;
