import { defineRoute } from '../define-route.js';
import { oneOf, strictObject } from '../primitives.js';
import { connectionBody, connectionsSchema } from './connections.schemas.js';
import { connectedTools } from './connections.values.js';

const params = { funnelId: 'FUNNEL_NOT_FOUND' } as const;

export const connectionRoutes = {
  getConnections: defineRoute('GET', '/api/admin/funnels/:funnelId/connections', 'admin', {
    summary: "Get a funnel's connections to tools that sign their posts, without the secrets",
    params,
    answer: connectionsSchema,
  }),
  saveConnection: defineRoute('POST', '/api/admin/funnels/:funnelId/connections', 'admin', {
    summary: 'Save the secrets with which a tool signs its posts, and by which its leads are fetched',
    params,
    body: connectionBody,
    answer: connectionsSchema,
  }),
  removeConnection: defineRoute('POST', '/api/admin/funnels/:funnelId/remove-connection', 'admin', {
    summary: "Forget the secrets of one of a funnel's tools",
    params,
    body: strictObject({ tool: oneOf(connectedTools, 'Tool').required() }),
    answer: connectionsSchema,
  }),
} as const;
