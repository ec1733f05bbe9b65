import {
  allowPush,
  type Caller,
  describeDevice,
  DomainError,
  getPushSetUp,
  keepPush,
  MAX_PUSH_BROWSERS,
  type PushSetUp,
  type PushTest,
  removePush,
  type RequestOf,
  testPush,
} from '@desk/contracts';
import { HandleCommand } from '@desk/bullmq-transport';
import { Transactions, type Tx } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { StepRunner } from '@desk/steps';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { AccountRecoveryRepository } from '../channels/account-recovery.repository.js';
import { PushClient } from './push-client.js';
import { PushFlow } from './push.flow.js';
import { testNotification } from './push-notification.js';
import { PushSubscriptionRepository } from './push-subscription.repository.js';

const TEST_LIFETIME_SECONDS = 60;

interface PushAction {
  readonly userId: string;
  readonly browserId: string;
  readonly caller: Caller;
}

/** Manages the browsers on which agents allow notifications. */
@Controller()
export class PushController implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: PushSubscriptionRepository,
    private readonly recoveries: AccountRecoveryRepository,
    private readonly client: PushClient,
    private readonly steps: StepRunner,
    private readonly flow: PushFlow,
  ) {}

  onApplicationBootstrap(): void {
    this.steps.start(this.flow);
  }

  @HandleCommand(getPushSetUp)
  async get({ userId }: RequestOf<typeof getPushSetUp>): Promise<PushSetUp> {
    return {
      applicationServerKey: this.client.applicationServerKey,
      browsers: await this.subscriptions.list(userId),
    };
  }

  /**
   * @throws PUSH_UNAVAILABLE, PUSH_KEY_CHANGED, PUSH_SERVICE_UNKNOWN, PUSH_TOO_MANY_BROWSERS, EMAIL_NOT_CONFIRMED,
   * UNAUTHENTICATED
   */
  @HandleCommand(allowPush)
  async allow(request: RequestOf<typeof allowPush>): Promise<PushSetUp> {
    const { userId, caller, ownership, replaces, ...secrets } = request;
    const { applicationServerKey } = this.client;
    if (applicationServerKey === null) throw new DomainError('PUSH_UNAVAILABLE');
    if (secrets.applicationServerKey !== applicationServerKey) throw new DomainError('PUSH_KEY_CHANGED');
    if (!this.client.canReach(secrets.endpoint) || !this.client.canEncryptFor(secrets))
      throw new DomainError('PUSH_SERVICE_UNKNOWN');
    const name = describeDevice(caller.userAgent);
    await this.transactions.run(async (tx) => {
      const recoveryVersion = await this.recoveries.admit(tx, userId, ownership);
      if (!(await this.subscriptions.lockAccount(tx, userId))) throw new DomainError('UNAVAILABLE');
      if (replaces !== undefined && replaces !== secrets.endpoint)
        await this.subscriptions.removeByEndpoint(tx, userId, replaces);
      const others = await this.subscriptions.countActiveExcept(tx, userId, secrets.endpoint);
      if (others >= MAX_PUSH_BROWSERS) throw new DomainError('PUSH_TOO_MANY_BROWSERS');
      const browserId = await this.subscriptions.save(tx, { userId, name, secrets, recoveryVersion });
      this.publishAction(tx, 'push-allowed', { userId, browserId, caller });
    });
    return this.get({ userId });
  }

  /** @throws PUSH_BROWSER_NOT_FOUND, EMAIL_NOT_CONFIRMED, UNAUTHENTICATED */
  @HandleCommand(keepPush)
  async keep({ userId, browserId, ownership, caller }: RequestOf<typeof keepPush>): Promise<PushSetUp> {
    await this.transactions.run(async (tx) => {
      const recoveryVersion = await this.recoveries.admit(tx, userId, ownership);
      if (!(await this.subscriptions.keep(tx, userId, browserId, recoveryVersion)))
        throw new DomainError('PUSH_BROWSER_NOT_FOUND');
      this.publishAction(tx, 'push-kept', { userId, browserId, caller });
    });
    return this.get({ userId });
  }

  @HandleCommand(removePush)
  async remove({ userId, browserId, caller }: RequestOf<typeof removePush>): Promise<PushSetUp> {
    await this.transactions.run(async (tx) => {
      const isRemoved = await this.subscriptions.remove(tx, userId, browserId);
      if (isRemoved) this.publishAction(tx, 'push-removed', { userId, browserId, caller });
    });
    return this.get({ userId });
  }

  /** @throws PUSH_UNAVAILABLE, PUSH_BROWSER_NOT_FOUND */
  @HandleCommand(testPush)
  async test({ userId, browserId }: RequestOf<typeof testPush>): Promise<PushTest> {
    if (this.client.applicationServerKey === null) throw new DomainError('PUSH_UNAVAILABLE');
    const secrets = await this.subscriptions.findSecrets(browserId, userId);
    if (!secrets) throw new DomainError('PUSH_BROWSER_NOT_FOUND');
    const startedAt = performance.now();
    const outcome = await this.client.send(secrets, testNotification, TEST_LIFETIME_SECONDS);
    const durationMs = Math.round(performance.now() - startedAt);
    if (outcome.result === 'accepted') return { reason: null, durationMs };
    const { ends } = outcome;
    if (ends) await this.transactions.run((tx) => this.subscriptions.end(tx, browserId, ends));
    return { reason: outcome.reason, durationMs };
  }

  private publishAction(tx: Tx, action: string, { userId, browserId, caller }: PushAction): void {
    const subject = { kind: 'browser', id: browserId };
    publishAction(tx, { action, actorId: userId, userId, subject, caller });
  }
}
