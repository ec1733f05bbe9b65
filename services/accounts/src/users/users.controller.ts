import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  cardChanged,
  changeCard,
  changeDailyLimit,
  changeProfile,
  changeService,
  confirmEmail,
  type PayloadOf,
  registerUser,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { CardService } from './card.service.js';
import { ProfileService } from './profile.service.js';
import { RegistrationService } from './registration.service.js';
import { EligibilityService } from './standing.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly standing: EligibilityService,
    private readonly cards: CardService,
    private readonly profiles: ProfileService,
  ) {}

  @HandleCommand(registerUser)
  register(request: RequestOf<typeof registerUser>): Promise<ResponseOf<typeof registerUser>> {
    return this.registration.register(request);
  }

  @HandleCommand(changeService)
  async changeService({ userId, serviceEnabled, caller }: RequestOf<typeof changeService>): Promise<object> {
    await this.standing.change(userId, { serviceEnabled }, caller);
    return {};
  }

  @HandleCommand(changeDailyLimit)
  async changeLimit({ userId, dailyLeadLimit, caller }: RequestOf<typeof changeDailyLimit>): Promise<object> {
    await this.standing.change(userId, { dailyLeadLimit }, caller);
    return {};
  }

  @HandleCommand(changeCard)
  async changeCard({ userId, paymentMethodId, caller }: RequestOf<typeof changeCard>): Promise<object> {
    await this.cards.change(userId, paymentMethodId, caller);
    return {};
  }

  @HandleEvent(cardChanged)
  followCard(change: PayloadOf<typeof cardChanged>): Promise<void> {
    return this.cards.follow(change);
  }

  @HandleCommand(changeProfile)
  changeProfile(request: RequestOf<typeof changeProfile>): Promise<ResponseOf<typeof changeProfile>> {
    return this.profiles.change(request);
  }

  @HandleCommand(confirmEmail)
  async confirmEmail(request: RequestOf<typeof confirmEmail>): Promise<object> {
    await this.profiles.confirmEmail(request);
    return {};
  }
}
