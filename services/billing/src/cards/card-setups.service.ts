import { DomainError, tooManyRequests } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import {
  HealthServer,
  InjectEnv,
  InjectLogger,
  type Logger,
  type requestLimitSettings,
  type SettingsOf,
} from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { SavedCardClient } from '../provider/saved-card-client.js';
import { CARD_SETUP_LIMITS, isUnusual, MAX_FAILURES_PER_INTENT } from './card-setup-rules.js';
import { CardSetupRepository } from './card-setup.repository.js';
import { ProofOfWork } from './proof-of-work.js';

const { ofBuyer, overall } = CARD_SETUP_LIMITS;
/** Long enough that another try makes sense, and not so long that a person gives up. */
const RETRY_AFTER_SECONDS = 3_600;

const outcomes = ['started', 'failed', 'canceled', 'refused', 'proof-asked'] as const;
type Outcome = (typeof outcomes)[number];

type Verdict = 'allowed' | 'refused' | 'proof-asked';

interface SetupRequest {
  readonly buyerId: string;
  readonly requestId: string;
  readonly proofOfWork?: string | undefined;
}

/** Keeps thieves from finding out which of their card numbers work (ADR 22). */
@Injectable()
export class CardSetupsService {
  private readonly factor: number;
  private readonly counter: Counter<'outcome'>;

  constructor(
    private readonly transactions: Transactions,
    private readonly setups: CardSetupRepository,
    private readonly savedCards: SavedCardClient,
    private readonly proofs: ProofOfWork,
    { metrics }: HealthServer,
    @InjectEnv() env: SettingsOf<typeof requestLimitSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.factor = env.RATE_LIMIT_FACTOR;
    this.counter = new Counter({
      name: 'card_setups_total',
      help: 'Set-ups of cards that were started, refused by a limit or asked for a proof of work, failed, or were canceled',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of outcomes) this.counter.inc({ outcome }, 0);
  }

  /**
   * Counts a set-up before it is created, a repeated request once. Cancels the buyer's other set-ups that had failures.
   * @throws TOO_MANY_REQUESTS, PROOF_OF_WORK_REQUIRED with a `challenge`
   */
  async begin(request: SetupRequest): Promise<void> {
    const { buyerId, requestId, proofOfWork } = request;
    const proof = proofOfWork === undefined ? undefined : await this.proofs.verify(proofOfWork, buyerId);
    const verdict = await this.transactions.run((tx) => this.decide(tx, request, proof));
    if (verdict === 'allowed') {
      for (const intentId of await this.setups.listFailing(buyerId, requestId)) await this.cancel(intentId);
      return;
    }
    this.count(verdict);
    if (verdict === 'refused') throw tooManyRequests(RETRY_AFTER_SECONDS);
    const challenge = await this.proofs.createChallenge(buyerId);
    throw new DomainError('PROOF_OF_WORK_REQUIRED', { info: { challenge } });
  }

  async recordIntent(requestId: string, intentId: string): Promise<void> {
    await this.setups.setIntent(requestId, intentId);
  }

  /** The provider reported that a card was refused. Ends the intent after a few of these. */
  async recordFailure(intentId: string, eventId: string): Promise<void> {
    const setup = await this.setups.recordFailure(intentId, eventId);
    if (!setup) return;
    if (setup.isNew) this.count('failed');
    if (setup.failures >= MAX_FAILURES_PER_INTENT && !setup.isCanceled) await this.cancel(intentId);
  }

  private async decide(
    tx: Tx,
    { buyerId, requestId }: SetupRequest,
    proof: string | undefined,
  ): Promise<Verdict> {
    await this.setups.lockBuyer(tx, buyerId);
    if (await this.setups.exists(tx, requestId)) return 'allowed';
    const own = await this.setups.countOfBuyer(tx, buyerId);
    const all = await this.setups.countAll(tx);
    if (
      own.setups >= ofBuyer.setups * this.factor ||
      own.failures >= ofBuyer.failures * this.factor ||
      all.setups >= overall.setups * this.factor
    )
      return 'refused';
    if (isUnusual(all) && !(proof !== undefined && (await this.setups.useProof(tx, proof))))
      return 'proof-asked';
    await this.setups.insert(tx, requestId, buyerId);
    this.count('started');
    return 'allowed';
  }

  private async cancel(intentId: string): Promise<void> {
    const isCanceled = await this.savedCards.cancelSetup(intentId);
    await this.setups.setCanceled(intentId);
    if (!isCanceled) return;
    this.count('canceled');
    this.logger.warn({ intentId }, 'card setup canceled');
  }

  private count(outcome: Outcome): void {
    this.counter.inc({ outcome });
  }
}
