import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  buyerSettingsChanged,
  cardChanged,
  changeCard,
  changeDailyLimit,
  changeProfile,
  changeService,
  confirmEmail,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { CardService } from './card.service.js';
import { EmailChangeService } from './email-change.service.js';
import { ProfileService } from './profile.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly settings: BuyerSettingsService,
    private readonly cards: CardService,
    private readonly profiles: ProfileService,
    private readonly emailChanges: EmailChangeService,
  ) {}

  @HandleEvent(buyerSettingsChanged)
  applySettingsChange(change: PayloadOf<typeof buyerSettingsChanged>, message: Message): Promise<void> {
    return this.settings.applyChange(change, message);
  }

  @HandleCommand(changeService)
  async changeService({ userId, serviceEnabled, caller }: RequestOf<typeof changeService>): Promise<object> {
    await this.settings.forwardService(userId, serviceEnabled, caller);
    return {};
  }

  @HandleCommand(changeDailyLimit)
  async changeDailyLimit({
    userId,
    dailyLeadLimit,
    caller,
  }: RequestOf<typeof changeDailyLimit>): Promise<object> {
    await this.settings.forwardDailyLimit(userId, dailyLeadLimit, caller);
    return {};
  }

  @HandleCommand(changeCard)
  async changeCard({ userId, paymentMethodId, caller }: RequestOf<typeof changeCard>): Promise<object> {
    await this.cards.change(userId, paymentMethodId, caller);
    return {};
  }

  @HandleEvent(cardChanged)
  applyCardChange(change: PayloadOf<typeof cardChanged>): Promise<void> {
    return this.cards.applyChange(change);
  }

  @HandleCommand(changeProfile)
  updateProfile(request: RequestOf<typeof changeProfile>): Promise<ResponseOf<typeof changeProfile>> {
    return this.profiles.update(request);
  }

  @HandleCommand(confirmEmail)
  async confirmEmail(request: RequestOf<typeof confirmEmail>): Promise<object> {
    await this.emailChanges.confirm(request);
    return {};
  }
}
