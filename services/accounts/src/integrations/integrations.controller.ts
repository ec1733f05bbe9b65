import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  channelChanged,
  channelFacts,
  DomainError,
  type IntegrationRequest,
  listAllIntegrationRequests,
  listIntegrationRequests,
  type PayloadOf,
  requestIntegration,
  type RequestOf,
  resolveIntegrationRequest,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { toInstants, toPage } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { AdminAccess } from '../credentials/admin-access.js';
import { UserRepository } from '../users/user.repository.js';
import { IntegrationRequestRepository } from './integration-request.repository.js';
import { canActivateByHand, integrationTransitions } from './integration-rules.js';
import { IntegrationsService } from './integrations.service.js';

type ListAll = typeof listAllIntegrationRequests;

@Controller()
export class IntegrationsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly requests: IntegrationRequestRepository,
    private readonly integrations: IntegrationsService,
    private readonly users: UserRepository,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleCommand(listIntegrationRequests)
  async list({ userId }: RequestOf<typeof listIntegrationRequests>) {
    return { requests: (await this.requests.listByUser(userId)).map(toInstants) };
  }

  @HandleCommand(listAllIntegrationRequests)
  async listAll({ actorId, limit, ...page }: RequestOf<ListAll>): Promise<ResponseOf<ListAll>> {
    await this.adminAccess.assertAllowed(actorId);
    const rows = await this.requests.listAll({ ...page, limit: limit + 1 });
    const { rows: requests, next } = toPage(rows.map(toInstants), limit, ({ createdAt, id }) => ({
      createdAt,
      id,
    }));
    return { requests, next };
  }

  @HandleCommand(requestIntegration)
  async request(request: RequestOf<typeof requestIntegration>): Promise<IntegrationRequest> {
    const { userId, integrationType, caller } = request;
    return this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new DomainError('USER_NOT_FOUND');
      const chosen = { integrationType, details: null };
      const row = await this.integrations.insert(tx, user, chosen, { source: 'integrations-page', caller });
      if (!row) throw new DomainError('INTEGRATION_ALREADY_REQUESTED');
      return toInstants(row);
    });
  }

  @HandleCommand(resolveIntegrationRequest)
  async resolve({
    requestId,
    status,
    reason,
    actorId,
    caller,
  }: RequestOf<typeof resolveIntegrationRequest>): Promise<IntegrationRequest> {
    await this.adminAccess.assertAllowed(actorId);
    return this.transactions.run(async (tx) => {
      const request = await this.requests.lock(tx, requestId);
      if (!request) throw new DomainError('INTEGRATION_REQUEST_NOT_FOUND');
      if (!integrationTransitions.isAllowed(request.status, status))
        throw new DomainError('INTEGRATION_REQUEST_RESOLVED');
      if (status === 'completed' && !canActivateByHand(request.integrationType))
        throw new DomainError('INTEGRATION_NOT_SET_UP');
      const declineReason = status === 'declined' ? (reason ?? null) : null;
      const target = { id: requestId, userId: request.userId };
      const by = { actorId, caller };
      return toInstants(await this.integrations.close(tx, target, status, declineReason, by));
    });
  }

  /** The channel was set up, by the agent or by an admin. */
  @HandleEvent(channelChanged)
  async completeRequest(
    { userId, kind, state }: PayloadOf<typeof channelChanged>,
    message: Message,
  ): Promise<void> {
    const { integration } = channelFacts[kind];
    if (state !== 'active' || integration === null) return;
    await this.transactions.once(message, async (tx) => {
      const id = await this.requests.lockPending(tx, userId, integration);
      if (id !== undefined)
        await this.integrations.close(tx, { id, userId }, 'completed', null, { actorId: null });
    });
  }
}
