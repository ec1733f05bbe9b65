import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import {
  DomainError,
  type NoticePreferences,
  optionalNotices,
  type PayloadOf,
  recordAction,
  type RequestOf,
  type ResponseOf,
  type saveNoticePreferences,
  type timeZoneChanged,
  type unsubscribe,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { NoticePreferencesRepository, toNoticePreferences } from './notice-preferences.repository.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

@Injectable()
export class NoticesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly preferences: NoticePreferencesRepository,
    private readonly links: UnsubscribeLinks,
  ) {}

  async get(userId: string): Promise<NoticePreferences> {
    return toNoticePreferences(await this.preferences.read(userId));
  }

  /** @throws USER_NOT_FOUND */
  async save(request: RequestOf<typeof saveNoticePreferences>): Promise<NoticePreferences> {
    const { userId, preferences, timeZone, caller } = request;
    await this.transactions.run(async (tx) => {
      if (!(await this.preferences.save(tx, userId, preferences, timeZone)))
        throw new DomainError('USER_NOT_FOUND');
      const unwanted = optionalNotices.filter((kind) => !preferences[kind]);
      await this.preferences.removeHeld(tx, userId, unwanted);
      const actionId = randomUUID();
      tx.publish(
        recordAction,
        {
          actionId,
          action: 'notice-preferences-changed',
          actorId: userId,
          userId,
          subject: { kind: 'user', id: userId },
          caller,
          at: new Date().toISOString(),
        },
        { key: actionId },
      );
    });
    return preferences;
  }

  /** Safe to repeat. @throws LINK_EXPIRED for a token that we did not sign, or with a key that is gone */
  async unsubscribe({ token }: RequestOf<typeof unsubscribe>): Promise<ResponseOf<typeof unsubscribe>> {
    const unsubscription = this.links.read(token);
    if (!unsubscription) throw new DomainError('LINK_EXPIRED');
    const { notice, userId } = unsubscription;
    await this.transactions.run(async (tx) => {
      await this.preferences.turnOff(tx, userId, notice);
      await this.preferences.removeHeld(tx, userId, [notice]);
    });
    return { notice };
  }

  async saveTimeZone(change: PayloadOf<typeof timeZoneChanged>, message: Message): Promise<void> {
    const { userId, timeZone, version } = change;
    await this.transactions.once(message, (tx) =>
      this.preferences.saveTimeZone(tx, userId, timeZone, version),
    );
  }
}
