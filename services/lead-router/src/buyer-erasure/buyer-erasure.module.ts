import { Module } from '@nestjs/common';
import { BuyersModule } from '../buyers/buyers.module.js';
import { FeedModule } from '../feed/feed.module.js';
import { BuyerErasureController } from './buyer-erasure.controller.js';
import { BuyerErasureRepository } from './buyer-erasure.repository.js';
import { BuyerErasureService } from './buyer-erasure.service.js';
import { BuyerErasureSweeper } from './buyer-erasure.sweeper.js';

@Module({
  imports: [BuyersModule, FeedModule],
  providers: [BuyerErasureRepository, BuyerErasureService, BuyerErasureSweeper],
  controllers: [BuyerErasureController],
})
export class BuyerErasureModule {}
