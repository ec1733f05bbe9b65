import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminIntegrations,
  type IntegrationRequest,
  listAllIntegrationRequests,
  resolveIntegrationRequest,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../../http/handle-route.js';
import { readCursor, toCursor } from '../../http/cursor.js';

const PAGE_SIZE = 50;

@Controller()
export class AdminIntegrationsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listAllIntegrationRequests)
  async list({ query, user }: RouteInput<'listAllIntegrationRequests'>): Promise<AdminIntegrations> {
    const cursor = readCursor(query.after);
    const page = {
      actorId: user.id,
      status: query.status ?? null,
      after: cursor && { createdAt: cursor.at, id: cursor.id },
      limit: PAGE_SIZE,
    };
    const { requests, next } = await this.commands.send(listAllIntegrationRequests, page);
    return { requests, next: next && toCursor(next.createdAt, next.id) };
  }

  @HandleRoute(routes.resolveIntegrationRequest)
  resolve({
    params,
    body,
    user,
    caller,
  }: RouteInput<'resolveIntegrationRequest'>): Promise<IntegrationRequest> {
    const { requestId } = params;
    return this.commands.send(resolveIntegrationRequest, { ...body, requestId, actorId: user.id, caller });
  }
}
