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
import { readCursor, toCursor } from '../../http/cursor.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { NamesService } from '../../names/names.service.js';

/** Where the card provider's records and ours disagree. */
@Controller()
export class AdminReconciliationController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.getReconciliation)
  get(): Promise<RouteAnswer<'getReconciliation'>> {
    return this.commands.send(getReconciliation, {});
  }

  @HandleRoute(routes.startReconciliation)
  start({ user, caller }: RouteInput<'startReconciliation'>): Promise<RouteAnswer<'startReconciliation'>> {
    return this.commands.send(startReconciliation, { actorId: user.id, caller });
  }

  @HandleRoute(routes.listDifferences)
  async list({ query }: RouteInput<'listDifferences'>): Promise<RouteAnswer<'listDifferences'>> {
    const cursor = readCursor(query.after);
    const { differences, next } = await this.commands.send(listDifferences, {
      state: query.state ?? null,
      kind: query.kind ?? null,
      object: query.object ?? null,
      after: cursor && { firstSeenAt: cursor.at, id: cursor.id },
      limit: DIFFERENCES_PAGE_SIZE,
    });
    const users = await this.names.users(differences.map(({ acknowledgedBy }) => acknowledgedBy));
    const toRow = (difference: (typeof differences)[number]): AdminDifference => ({
      ...difference,
      acknowledgedBy: users.get(difference.acknowledgedBy ?? '') ?? null,
    });
    return { differences: differences.map(toRow), next: next && toCursor(next.firstSeenAt, next.id) };
  }

  @HandleRoute(routes.acknowledgeDifference)
  async acknowledge({
    params,
    body,
    user,
    caller,
  }: RouteInput<'acknowledgeDifference'>): Promise<Record<string, never>> {
    const { differenceId } = params;
    await this.commands.send(acknowledgeDifference, { ...body, differenceId, actorId: user.id, caller });
    return {};
  }
}
