import {
  type AcceptedLeadAnswer,
  addFunnelKey,
  changeFunnel,
  createFunnel,
  getFunnel,
  getFunnelReport,
  getOwnFunnelReport,
  listConnections,
  listFunnels,
  listRefusedPosts,
  REFUSED_POSTS_PAGE_SIZE,
  removeConnection,
  revokeFunnelKey,
  routes,
  saveConnection,
} from '@desk/contracts';
import { toPage } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { byAdmin, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { readCursor, toCursor } from '../http/paging.js';
import { assertBody } from '../ingest/lead-intake.js';
import { LeadTester } from '../ingest/lead-tester.js';

export const FunnelRoutes = forwardRoutes([
  forward('listFunnels', listFunnels, () => ({})),
  forward('getFunnel', getFunnel, ({ params }) => params),
  forward('getFunnelReport', getFunnelReport, ({ params }) => params),
  forward(
    'listRefusedPosts',
    listRefusedPosts,
    ({ params, query }) => ({
      ...params,
      reason: query.reason ?? null,
      field: query.field ?? null,
      after: readCursor(query.after, 'refusedAt'),
      limit: REFUSED_POSTS_PAGE_SIZE + 1,
    }),
    ({ posts }) => {
      const { rows, next } = toPage(posts, REFUSED_POSTS_PAGE_SIZE, (last) =>
        toCursor(last.refusedAt, last.id),
      );
      return { posts: rows, next };
    },
  ),
  forward('createFunnel', createFunnel, byAdmin),
  forward('changeFunnel', changeFunnel, ({ params, body: { version, ...settings }, user, caller }) => ({
    ...params,
    settings,
    version,
    actorId: user.id,
    caller,
  })),
  forward('addFunnelKey', addFunnelKey, byAdmin),
  forward('revokeFunnelKey', revokeFunnelKey, byAdmin),
  forward('getOwnReport', getOwnFunnelReport, ({ funnel }) => ({ keyHash: funnel.keyHash })),
  forward('getConnections', listConnections, ({ params }) => params),
  forward('saveConnection', saveConnection, byAdmin),
  forward('removeConnection', removeConnection, byAdmin),
]);

@Controller()
export class FunnelsController {
  constructor(private readonly tester: LeadTester) {}

  /** Tries a lead as in test mode, whatever the funnel's mode is. */
  @HandleRoute(routes.tryFunnel)
  try({ params, request }: RouteInput<'tryFunnel'>): Promise<AcceptedLeadAnswer> {
    return this.tester.try(params.funnelId, assertBody(request.body));
  }

  @HandleRoute(routes.tryOwnFunnel)
  tryOwn({ funnel, request }: RouteInput<'tryOwnFunnel'>): Promise<AcceptedLeadAnswer> {
    return this.tester.try(funnel.funnelId, assertBody(request.body));
  }
}
