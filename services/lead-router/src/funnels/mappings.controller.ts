import { isDeepStrictEqual } from 'node:util';
import { HandleCommand } from '@desk/bullmq-transport';
import { DomainError, listMappings, type RequestOf, saveMapping } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FunnelKeyBroadcast } from './funnel-key-broadcast.js';
import { FunnelSettingsRepository } from './funnel-settings.repository.js';
import { MappingRepository } from './mapping.repository.js';

/** Lets admins assign a tool's values to lead fields. Each version is in the audit log. */
@Controller()
export class MappingsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly funnels: FunnelSettingsRepository,
    private readonly mappings: MappingRepository,
    private readonly broadcast: FunnelKeyBroadcast,
  ) {}

  /** @throws FUNNEL_NOT_FOUND */
  @HandleCommand(listMappings)
  async list({ funnelId }: RequestOf<typeof listMappings>) {
    if (!(await this.funnels.find(funnelId))) throw new DomainError('FUNNEL_NOT_FOUND');
    return { versions: await this.mappings.list(funnelId) };
  }

  /**
   * Saves the next version. The gateways then read the mapping again at the next post.
   * @throws FUNNEL_NOT_FOUND, SETTINGS_CHANGED
   */
  @HandleCommand(saveMapping)
  async save({ funnelId, mapping, version, actorId, caller }: RequestOf<typeof saveMapping>) {
    const keyHashes = await this.transactions.run(async (tx) => {
      if (!(await this.funnels.lock(tx, funnelId))) throw new DomainError('FUNNEL_NOT_FOUND');
      const latest = await this.mappings.findLatest(tx, funnelId);
      // A repeated request.
      if (latest?.version === version + 1 && isDeepStrictEqual(latest.mapping, mapping)) return [];
      if ((latest?.version ?? 0) !== version) throw new DomainError('SETTINGS_CHANGED');
      this.mappings.insert(tx, funnelId, version + 1, mapping, actorId);
      const subject = { kind: 'funnel', id: funnelId };
      publishAction(tx, { action: 'funnel-mapping-saved', actorId, userId: null, subject, caller });
      return this.funnels.listLiveKeys(tx, funnelId);
    });
    await this.broadcast.forget(keyHashes.map(({ keyHash }) => keyHash));
    return { versions: await this.mappings.list(funnelId) };
  }
}
