import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  DomainError,
  getNoticePreferences,
  type NoticePreferences,
  optionalNotices,
  type PayloadOf,
  type RequestOf,
  saveNoticePreferences,
  timeZoneChanged,
  unsubscribe,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { NoticeSettingsRepository } from './notice-settings.repository.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

@Controller()
export class NoticesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: NoticeSettingsRepository,
    private readonly links: UnsubscribeLinks,
  ) {}

  @HandleCommand(getNoticePreferences)
  get({ userId }: RequestOf<typeof getNoticePreferences>): Promise<NoticePreferences> {
    return this.settings.read(userId);
  }

  /** @throws USER_NOT_FOUND */
  @HandleCommand(saveNoticePreferences)
  async save(request: RequestOf<typeof saveNoticePreferences>): Promise<NoticePreferences> {
    const { userId, preferences, timeZone, caller } = request;
    await this.transactions.run(async (tx) => {
      if (!(await this.settings.save(tx, userId, preferences, timeZone)))
        throw new DomainError('USER_NOT_FOUND');
      const unwanted = optionalNotices.filter((kind) => !preferences[kind]);
      await this.settings.removeHeld(tx, userId, unwanted);
      const subject = { kind: 'user', id: userId };
      publishAction(tx, { action: 'notice-preferences-changed', actorId: userId, userId, subject, caller });
    });
    return preferences;
  }

  /** Safe to repeat. @throws LINK_EXPIRED for a token that we did not sign, or with a key that is gone */
  @HandleCommand(unsubscribe)
  async unsubscribe({ token }: RequestOf<typeof unsubscribe>) {
    const unsubscription = this.links.read(token);
    if (!unsubscription) throw new DomainError('LINK_EXPIRED');
    const { notice, userId } = unsubscription;
    await this.transactions.run(async (tx) => {
      await this.settings.turnOff(tx, userId, notice);
      await this.settings.removeHeld(tx, userId, [notice]);
    });
    return { notice };
  }

  @HandleEvent(timeZoneChanged)
  async saveTimeZone(change: PayloadOf<typeof timeZoneChanged>, message: Message): Promise<void> {
    const { userId, timeZone, version } = change;
    await this.transactions.once(message, (tx) => this.settings.saveTimeZone(tx, userId, timeZone, version));
  }
}
