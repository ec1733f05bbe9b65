import { CommandClient } from '@desk/bullmq-transport';
import {
  acknowledgeDifference,
  type AdminDifference,
  DIFFERENCES_PAGE_SIZE,
  getReconciliation,
  listDifferences,
  routes,
  startReconciliation,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { readCursor, toCursor } from '../http/paging.js';
import { byAdmin, empty, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';

export const ReconciliationRoutes = forwardRoutes([
  forward('getReconciliation', getReconciliation, () => ({})),
  forward('startReconciliation', startReconciliation, byAdmin),
  forward('acknowledgeDifference', acknowledgeDifference, byAdmin, empty),
]);

/** Where the card provider's records and ours disagree. */
@Controller()
export class AdminReconciliationController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listDifferences)
  async list({ query }: RouteInput<'listDifferences'>): Promise<RouteAnswer<'listDifferences'>> {
    const { differences, next } = await this.commands.send(listDifferences, {
      state: query.state ?? null,
      kind: query.kind ?? null,
      object: query.object ?? null,
      after: readCursor(query.after, 'firstSeenAt'),
      limit: DIFFERENCES_PAGE_SIZE,
    });
    const users = await this.names.users(differences.map(({ acknowledgedBy }) => acknowledgedBy));
    const toRow = (difference: (typeof differences)[number]): AdminDifference => ({
      ...difference,
      acknowledgedBy: users.get(difference.acknowledgedBy ?? '') ?? null,
    });
    return { differences: differences.map(toRow), next: next && toCursor(next.firstSeenAt, next.id) };
  }
}
