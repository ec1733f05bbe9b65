import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  addFunnelKey,
  changeFunnel,
  createFunnel,
  DomainError,
  type Funnel,
  FUNNEL_REPORT_DAYS,
  type FunnelKeyKind,
  type FunnelReport,
  type FunnelSettings,
  type FunnelWithKey,
  getFunnel,
  getFunnelReport,
  listFunnelOrigins,
  listFunnels,
  MAX_LIVE_FUNNEL_KEYS,
  type RequestOf,
  revokeFunnelKey,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { funnelKeyPrefix, generateFunnelKey, hashFunnelKey } from './funnel-key.js';
import { FunnelKeyBroadcast } from './funnel-key-broadcast.js';
import { FunnelSettingsRepository } from './funnel-settings.repository.js';

/** $1: funnel, $2: days. */
const COUNT_LEADS = `
  SELECT count(*)::int AS accepted, count(*) FILTER (WHERE status = 'sold')::int AS sold,
         count(*) FILTER (WHERE status = 'reserved')::int AS reserved,
         count(*) FILTER (WHERE status = 'available')::int AS available,
         count(*) FILTER (WHERE status = 'expired')::int AS expired
    FROM leads WHERE funnel_id = $1 AND created_at > now() - make_interval(days => $2)`;
/** Counted by days in UTC. */
const COUNT_REJECTIONS = `
  SELECT reason, sum(count)::float8 AS posts FROM rejections
   WHERE funnel_id = $1 AND day > (now() AT TIME ZONE 'UTC' - make_interval(days => $2))::date
   GROUP BY reason ORDER BY posts DESC, reason`;

/** Counts what became of a funnel's posts. */
@Injectable()
export class FunnelReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read(funnelId: string): Promise<FunnelReport> {
    const [[leads], rejections] = await Promise.all([
      this.dataSource.query<FunnelReport['leads'][]>(COUNT_LEADS, [funnelId, FUNNEL_REPORT_DAYS]),
      this.dataSource.query<FunnelReport['rejections']>(COUNT_REJECTIONS, [funnelId, FUNNEL_REPORT_DAYS]),
    ]);
    if (!leads) throw new Error('a count has no row');
    return { days: FUNNEL_REPORT_DAYS, leads, rejections };
  }
}

type ByAdmin = Pick<RequestOf<typeof createFunnel>, 'actorId' | 'caller'>;

/** How admins create funnels, change their settings, and rotate their keys. Each change is in the audit log. */
@Controller()
export class FunnelSettingsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly funnels: FunnelSettingsRepository,
    private readonly reports: FunnelReportRepository,
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

  @HandleCommand(getFunnelReport)
  getReport({ funnelId }: RequestOf<typeof getFunnelReport>) {
    return this.reports.read(funnelId);
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
      this.insertKey(tx, { funnelId, key, kind: 'server' }, admin);
      this.record(tx, 'funnel-created', funnelId, admin);
      return Promise.resolve();
    });
    return { funnel: await this.get({ funnelId }), key };
  }

  /**
   * Tells the gateways, which read the settings again at the next post.
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
    // As changed here, not as it is now: another change since has a version that this admin has not seen.
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
      this.insertKey(tx, { funnelId, key, kind }, admin);
      this.record(tx, 'funnel-key-added', funnelId, admin);
    });
    return { funnel: await this.get({ funnelId }), key };
  }

  /** @throws FUNNEL_NOT_FOUND, FUNNEL_KEY_NOT_FOUND */
  @HandleCommand(revokeFunnelKey)
  async revokeKey({ funnelId, keyId, ...admin }: RequestOf<typeof revokeFunnelKey>): Promise<Funnel> {
    const keyHash = await this.transactions.run(async (tx) => {
      await this.lock(tx, funnelId);
      this.funnels.setOperator(tx, toOperator(admin));
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

  private insertKey(
    tx: Tx,
    { key, ...of }: { readonly key: string; readonly funnelId: string; readonly kind: FunnelKeyKind },
    admin: ByAdmin,
  ): void {
    this.funnels.setOperator(tx, toOperator(admin));
    this.funnels.insertKey(tx, { ...of, hash: hashFunnelKey(key), prefix: funnelKeyPrefix(key) });
  }

  private record(tx: Tx, action: string, funnelId: string, { actorId, caller }: ByAdmin): void {
    const subject = { kind: 'funnel', id: funnelId };
    publishAction(tx, { action, actorId, userId: null, subject, caller });
  }
}

/** Settings that are not sent stay as they are. */
const hasSettings = (funnel: Funnel, settings: FunnelSettings): boolean =>
  isDeepStrictEqual({ ...funnel, ...settings }, funnel);

const toOperator = ({ actorId }: ByAdmin): string => `admin ${actorId}`;
