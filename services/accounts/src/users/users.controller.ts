import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  buyerSettingsChanged,
  changeTimeZone,
  type CurrentUser,
  type PayloadOf,
  type RequestOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { TimeZoneService } from './time-zone.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly settings: BuyerSettingsService,
    private readonly timeZones: TimeZoneService,
  ) {}

  @HandleEvent(buyerSettingsChanged)
  applySettingsChange(change: PayloadOf<typeof buyerSettingsChanged>, message: Message): Promise<void> {
    return this.settings.applyChange(change, message);
  }

  @HandleCommand(changeTimeZone)
  changeTimeZone(request: RequestOf<typeof changeTimeZone>): Promise<CurrentUser> {
    return this.timeZones.change(request);
  }
}
