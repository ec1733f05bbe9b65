import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { PushDispatcher } from './push-dispatcher.js';
import { PushMessageRepository } from './push-message.repository.js';
import { PushesController } from './pushes.controller.js';
import { PushesService } from './pushes.service.js';
import { PushSweeper } from './push.sweeper.js';

/** Browser notifications about sold leads. They are no deliveries: see ADR 19. */
@Module({
  imports: [ChannelsModule, SendingModule],
  providers: [PushMessageRepository, PushesService, PushDispatcher, PushSweeper],
  controllers: [PushesController],
  exports: [PushesService],
})
export class PushesModule {}
