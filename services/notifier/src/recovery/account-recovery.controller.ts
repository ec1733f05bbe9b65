import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import { accountRecovered, applyRecovery, type PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { OptionalChannelsService } from '../channels/optional-channels.service.js';
import { PushSubscriptionRepository } from '../push/push-subscription.repository.js';
import { PhoneCodeRepository } from '../channels/sms/phone-code.repository.js';
import { SlackSetUpRepository } from '../channels/slack/slack-set-up.repository.js';
import { AccountRecoveryRepository } from '../channels/account-recovery.repository.js';

type Recovery = PayloadOf<typeof accountRecovered>;

/**
 * Stops sending leads to destinations that an intruder may have set up before the owner recovered the account. Email
 * goes to the owner, and continues.
 */
@Controller()
export class AccountRecoveryController {
  constructor(
    private readonly transactions: Transactions,
    private readonly recoveries: AccountRecoveryRepository,
    private readonly channels: OptionalChannelsService,
    private readonly browsers: PushSubscriptionRepository,
    private readonly phoneCodes: PhoneCodeRepository,
    private readonly slackSetUps: SlackSetUpRepository,
  ) {}

  /** The command and the event bring the same recovery, in any order and more than once. */
  @HandleCommand(applyRecovery)
  async apply(recovery: Recovery): Promise<object> {
    await this.transactions.run((tx) => this.stopSending(tx, recovery));
    return {};
  }

  @HandleEvent(accountRecovered)
  async applyEvent(recovery: Recovery, message: Message): Promise<void> {
    await this.transactions.once(message, (tx) => this.stopSending(tx, recovery));
  }

  private async stopSending(tx: Tx, { userId, version, destinations, at }: Recovery): Promise<void> {
    const isNew = await this.recoveries.advance(tx, userId, version, at);
    // A later recovery may have been applied first, and only paused what this one removes.
    if (!isNew && destinations !== 'removed') return;
    // Before the channels, as a STOP does, which locks both too.
    await this.phoneCodes.expireOfUser(tx, userId, at);
    await this.channels.applyRecovery(tx, userId, version, destinations);
    await this.browsers.applyRecovery(tx, userId, version, destinations);
    await this.slackSetUps.expire(tx, userId, at);
  }
}
