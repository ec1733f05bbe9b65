import { Module } from '@nestjs/common';
import { NoticePreferencesRepository } from './notice-preferences.repository.js';
import { NoticesController } from './notices.controller.js';
import { NoticesService } from './notices.service.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

@Module({
  providers: [NoticePreferencesRepository, UnsubscribeLinks, NoticesService],
  controllers: [NoticesController],
  exports: [NoticePreferencesRepository, UnsubscribeLinks],
})
export class NoticesModule {}
