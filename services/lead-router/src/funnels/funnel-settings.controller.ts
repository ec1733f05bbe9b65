import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  addFunnelKey,
  changeFunnel,
  createFunnel,
  DomainError,
  type Funnel,
  type FunnelSettings,
  type FunnelWithKey,
  getFunnel,
  listFunnelOrigins,
  listFunnels,
  MAX_LIVE_FUNNEL_KEYS,
  type RequestOf,
  revokeFunnelKey,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { generateFunnelKey } from './funnel-key.js';
import { FunnelKeyBroadcast } from './funnel-key-broadcast.js';
import { FunnelSettingsRepository } from './funnel-settings.repository.js';

type ByAdmin = Pick<RequestOf<typeof createFunnel>, 'actorId' | 'caller'>;

/** How admins create funnels, change their settings, and rotate their keys. Each change is in the audit log. */
@Controller()
export class FunnelSettingsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly funnels: FunnelSettingsRepository,
    private readonly broadcast: FunnelKeyBroadcast,
  ) {}

  @HandleCommand(listFunnels)
  async list() {
    return { funnels: await this.funnels.list() };
  }

  @HandleCommand(listFunnelOrigins)
  async listOrigins() {
    return { origins: await this.funnels.listOrigins() };
  }

  /** @throws FUNNEL_NOT_FOUND */
  @HandleCommand(getFunnel)
  async get({ funnelId }: RequestOf<typeof getFunnel>): Promise<Funnel> {
    const funnel = await this.funnels.find(funnelId);
    if (!funnel) throw new DomainError('FUNNEL_NOT_FOUND');
    return funnel;
  }

  @HandleCommand(createFunnel)
  async create({ name, ...admin }: RequestOf<typeof createFunnel>): Promise<FunnelWithKey> {
    const funnelId = randomUUID();
    const key = generateFunnelKey();
    await this.transactions.run((tx) => {
      this.funnels.insert(tx, funnelId, name.trim());
      this.funnels.setOperator(tx, admin.actorId);
      this.funnels.insertKey(tx, funnelId, key, 'server');
      this.record(tx, 'funnel-created', funnelId, admin);
      return Promise.resolve();
    });
    return { funnel: await this.get({ funnelId }), key };
  }

  /**
   * Makes gateways read the settings again at the next post.
   * @throws FUNNEL_NOT_FOUND, SETTINGS_CHANGED
   */
  @HandleCommand(changeFunnel)
  async change({ funnelId, settings, version, ...admin }: RequestOf<typeof changeFunnel>): Promise<Funnel> {
    const { funnel, keyHashes } = await this.transactions.run(async (tx) => {
      const current = await this.lock(tx, funnelId);
      if (version !== undefined && version !== current.version) {
        // A repeated request, or a newer change to the same settings.
        if (hasSettings(current, settings)) return { funnel: current, keyHashes: [] };
        throw new DomainError('SETTINGS_CHANGED');
      }
      this.funnels.update(tx, funnelId, settings);
      this.record(tx, 'funnel-changed', funnelId, admin);
      const { phoneVerification = current.phoneVerification } = settings;
      const changed = { ...current, ...settings, phoneVerification, version: current.version + 1 };
      const keys = await this.funnels.listLiveKeys(tx, funnelId);
      return { funnel: changed, keyHashes: keys.map(({ keyHash }) => keyHash) };
    });
    await this.broadcast.forget(keyHashes);
    // Returns the funnel as changed here. A later change may have a version that this admin has not seen.
    return funnel;
  }

  /** @throws FUNNEL_NOT_FOUND, TOO_MANY_FUNNEL_KEYS */
  @HandleCommand(addFunnelKey)
  async addKey(request: RequestOf<typeof addFunnelKey>): Promise<FunnelWithKey> {
    const { funnelId, kind = 'server', ...admin } = request;
    const key = generateFunnelKey(kind);
    await this.transactions.run(async (tx) => {
      await this.lock(tx, funnelId);
      const live = await this.funnels.listLiveKeys(tx, funnelId);
      if (live.filter((known) => known.kind === kind).length >= MAX_LIVE_FUNNEL_KEYS)
        throw new DomainError('TOO_MANY_FUNNEL_KEYS');
      this.funnels.setOperator(tx, admin.actorId);
      this.funnels.insertKey(tx, funnelId, key, kind);
      this.record(tx, 'funnel-key-added', funnelId, admin);
    });
    return { funnel: await this.get({ funnelId }), key };
  }

  /** @throws FUNNEL_NOT_FOUND, FUNNEL_KEY_NOT_FOUND */
  @HandleCommand(revokeFunnelKey)
  async revokeKey({ funnelId, keyId, ...admin }: RequestOf<typeof revokeFunnelKey>): Promise<Funnel> {
    const keyHash = await this.transactions.run(async (tx) => {
      await this.lock(tx, funnelId);
      this.funnels.setOperator(tx, admin.actorId);
      const revoked = await this.funnels.revokeKey(tx, funnelId, keyId);
      if (revoked === undefined) throw new DomainError('FUNNEL_KEY_NOT_FOUND');
      this.record(tx, 'funnel-key-revoked-by-admin', funnelId, admin);
      return revoked;
    });
    await this.broadcast.forget([keyHash]);
    return this.get({ funnelId });
  }

  private async lock(tx: Tx, funnelId: string): Promise<Funnel> {
    const funnel = await this.funnels.lock(tx, funnelId);
    if (!funnel) throw new DomainError('FUNNEL_NOT_FOUND');
    return funnel;
  }

  private record(tx: Tx, action: string, funnelId: string, { actorId, caller }: ByAdmin): void {
    const subject = { kind: 'funnel', id: funnelId };
    publishAction(tx, { action, actorId, userId: null, subject, caller });
  }
}

/** Settings that are not sent stay as they are. */
const hasSettings = (funnel: Funnel, settings: FunnelSettings): boolean =>
  isDeepStrictEqual({ ...funnel, ...settings }, funnel);
