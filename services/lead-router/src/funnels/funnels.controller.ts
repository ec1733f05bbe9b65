import { HandleCommand } from '@desk/bullmq-transport';
import {
  authenticateFunnel,
  countRejections,
  DomainError,
  listLiveFunnelKeys,
  type RequestOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { ConnectionRepository } from './connection.repository.js';
import { FunnelKeyRepository } from './funnel-key.repository.js';
import { alarmAdmins, lockFunnels } from './refusal-alarm.js';
import { RejectionRepository } from './rejection.repository.js';

@Controller()
export class FunnelsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: FunnelKeyRepository,
    private readonly connections: ConnectionRepository,
    private readonly rejections: RejectionRepository,
  ) {}

  /** @throws UNKNOWN_FUNNEL_KEY for a key that is unknown or revoked */
  @HandleCommand(authenticateFunnel)
  async authenticate({ keyHash }: RequestOf<typeof authenticateFunnel>) {
    const funnel = await this.keys.findByKeyHash(keyHash);
    if (!funnel) throw new DomainError('UNKNOWN_FUNNEL_KEY');
    if (funnel.keyKind !== 'address') return funnel;
    return { ...funnel, secrets: await this.connections.listSecrets(funnel.funnelId) };
  }

  @HandleCommand(listLiveFunnelKeys)
  async listLiveKeys() {
    return { keyHashes: await this.keys.listLiveKeyHashes() };
  }

  /** Applies a batch once. A gateway whose response was lost sends it again. */
  @HandleCommand(countRejections)
  async countRejections({
    batchId,
    counts,
    faults = [],
    refusedPosts = [],
  }: RequestOf<typeof countRejections>) {
    const rejections = [
      ...counts.map((count) => ({ ...count, field: '' as const })),
      ...faults.map((count) => ({ ...count, reason: 'invalid' as const })),
    ];
    await this.transactions.once({ id: `${countRejections.name}~${batchId}` }, async (tx) => {
      await lockFunnels(tx, [...rejections, ...refusedPosts]);
      await this.rejections.addRejections(tx, rejections);
      this.rejections.addRefusedPosts(tx, refusedPosts);
      await alarmAdmins(tx, rejections);
    });
    return {};
  }
}
