import {
  listAllIntegrationRequests,
  listIntegrationRequests,
  requestIntegration,
  resolveIntegrationRequest,
} from '@desk/contracts';
import { byAdmin, forward, forwardRoutes, ofUser } from '../http/forward-routes.js';
import { readCursor, toCursor } from '../http/paging.js';

const PAGE_SIZE = 50;

export const IntegrationRoutes = forwardRoutes([
  forward(
    'listIntegrationRequests',
    listIntegrationRequests,
    ({ user }) => ({ userId: user.id }),
    ({ requests }) => requests,
  ),
  forward('requestIntegration', requestIntegration, ofUser),
  forward(
    'listAllIntegrationRequests',
    listAllIntegrationRequests,
    ({ query, user }) => ({
      actorId: user.id,
      status: query.status ?? null,
      after: readCursor(query.after, 'createdAt'),
      limit: PAGE_SIZE,
    }),
    ({ requests, next }) => ({ requests, next: next && toCursor(next.createdAt, next.id) }),
  ),
  forward('resolveIntegrationRequest', resolveIntegrationRequest, byAdmin),
]);
