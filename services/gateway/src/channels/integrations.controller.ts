import {
  listAllIntegrationRequests,
  listIntegrationRequests,
  requestIntegration,
  resolveIntegrationRequest,
} from '@desk/contracts';
import { byAdmin, forward, forwardRoutes, ofUser } from '../http/forward-routes.js';
import { readCursor, toCursor } from '../http/paging.js';

const PAGE_SIZE = 50;

const at = (cursor: ReturnType<typeof readCursor>) => cursor && { createdAt: cursor.at, id: cursor.id };

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
      after: at(readCursor(query.after)),
      limit: PAGE_SIZE,
    }),
    ({ requests, next }) => ({ requests, next: next && toCursor(next.createdAt, next.id) }),
  ),
  forward('resolveIntegrationRequest', resolveIntegrationRequest, byAdmin),
]);
