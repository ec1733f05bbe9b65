import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  getNoticePreferences,
  type NoticePreferences,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  saveNoticePreferences,
  timeZoneChanged,
  unsubscribe,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { NoticesService } from './notices.service.js';

@Controller()
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  @HandleCommand(getNoticePreferences)
  get({ userId }: RequestOf<typeof getNoticePreferences>): Promise<NoticePreferences> {
    return this.notices.get(userId);
  }

  @HandleCommand(saveNoticePreferences)
  save(request: RequestOf<typeof saveNoticePreferences>): Promise<NoticePreferences> {
    return this.notices.save(request);
  }

  @HandleCommand(unsubscribe)
  unsubscribe(request: RequestOf<typeof unsubscribe>): Promise<ResponseOf<typeof unsubscribe>> {
    return this.notices.unsubscribe(request);
  }

  @HandleEvent(timeZoneChanged)
  saveTimeZone(change: PayloadOf<typeof timeZoneChanged>, message: Message): Promise<void> {
    return this.notices.saveTimeZone(change, message);
  }
}
