import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  buyerSettingsChanged,
  cardChanged,
  changeCard,
  changeTimeZone,
  type CurrentUser,
  type PayloadOf,
  type RequestOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { CardService } from './card.service.js';
import { TimeZoneService } from './time-zone.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly settings: BuyerSettingsService,
    private readonly cards: CardService,
    private readonly timeZones: TimeZoneService,
  ) {}

  @HandleEvent(buyerSettingsChanged)
  applySettingsChange(change: PayloadOf<typeof buyerSettingsChanged>, message: Message): Promise<void> {
    return this.settings.applyChange(change, message);
  }

  @HandleCommand(changeCard)
  async changeCard({ userId, paymentMethodId, caller }: RequestOf<typeof changeCard>): Promise<object> {
    await this.cards.change(userId, paymentMethodId, caller);
    return {};
  }

  @HandleCommand(changeTimeZone)
  changeTimeZone(request: RequestOf<typeof changeTimeZone>): Promise<CurrentUser> {
    return this.timeZones.change(request);
  }

  @HandleEvent(cardChanged)
  applyCardChange(change: PayloadOf<typeof cardChanged>): Promise<void> {
    return this.cards.applyChange(change);
  }
}
