import { Module } from '@nestjs/common';
import { FeedCleanup } from './feed-cleanup.js';
import { FeedController } from './feed.controller.js';
import { FeedRepository } from './feed.repository.js';
import { FeedService } from './feed.service.js';

@Module({
  providers: [FeedRepository, FeedService, FeedCleanup],
  controllers: [FeedController],
  exports: [FeedService],
})
export class FeedModule {}
