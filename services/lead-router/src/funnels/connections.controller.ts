import { HandleCommand } from '@desk/bullmq-transport';
import {
  type Connections,
  DomainError,
  listConnections,
  removeConnection,
  type RequestOf,
  saveConnection,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { ConnectionRepository } from './connection.repository.js';
import { FunnelKeyBroadcast } from './funnel-key-broadcast.js';
import { FunnelSettingsRepository } from './funnel-settings.repository.js';

/** Lets admins connect a funnel to tools that share a secret with it. The audit log has each change, but no secret. */
@Controller()
export class ConnectionsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly funnels: FunnelSettingsRepository,
    private readonly connections: ConnectionRepository,
    private readonly broadcast: FunnelKeyBroadcast,
  ) {}

  /** @throws FUNNEL_NOT_FOUND */
  @HandleCommand(listConnections)
  async list({ funnelId }: RequestOf<typeof listConnections>): Promise<Connections> {
    if (!(await this.funnels.find(funnelId))) throw new DomainError('FUNNEL_NOT_FOUND');
    return { connections: await this.connections.list(funnelId) };
  }

  /** @throws FUNNEL_NOT_FOUND, INVALID_REQUEST */
  @HandleCommand(saveConnection)
  save(request: RequestOf<typeof saveConnection>): Promise<Connections> {
    return this.change(request, 'funnel-connection-saved', async (tx) => {
      const missing = await this.connections.save(tx, request);
      if (missing.length > 0)
        throw new DomainError('INVALID_REQUEST', {
          fields: missing.map(({ name, label }) => ({ field: name, message: `${label} is required` })),
        });
      // Leads that wait for this token are due at once, with all their attempts again.
      if (request.tool === 'meta')
        tx.send(
          `UPDATE lead_fetches SET attempts_before = attempts, next_attempt_at = LEAST(next_attempt_at, now())
            WHERE funnel_id = $1 AND status = 'queued'`,
          [request.funnelId],
        );
      return true;
    });
  }

  /** @throws FUNNEL_NOT_FOUND */
  @HandleCommand(removeConnection)
  remove(request: RequestOf<typeof removeConnection>): Promise<Connections> {
    return this.change(request, 'funnel-connection-removed', async (tx) => {
      const removed = await this.connections.remove(tx, request.funnelId, request.tool);
      return removed.length > 0;
    });
  }

  /** Makes gateways read the secrets again at the next post. `work` returns whether anything changed. */
  private async change(
    { funnelId, actorId, caller }: RequestOf<typeof removeConnection>,
    action: string,
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<Connections> {
    const keyHashes = await this.transactions.run(async (tx) => {
      if (!(await this.funnels.lock(tx, funnelId))) throw new DomainError('FUNNEL_NOT_FOUND');
      if (await work(tx))
        publishAction(tx, {
          action,
          actorId,
          userId: null,
          subject: { kind: 'funnel', id: funnelId },
          caller,
        });
      return this.funnels.listLiveKeys(tx, funnelId);
    });
    await this.broadcast.forget(keyHashes.map(({ keyHash }) => keyHash));
    return this.list({ funnelId });
  }
}
