import { HandleCommand } from '@desk/bullmq-transport';
import { getFeedHeads, readFeed, type RequestOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { FeedService } from './feed.service.js';

@Controller()
export class FeedController {
  constructor(private readonly feed: FeedService) {}

  @HandleCommand(readFeed)
  read({ buyerId, after, limit }: RequestOf<typeof readFeed>) {
    return this.feed.read(buyerId, after, limit);
  }

  @HandleCommand(getFeedHeads)
  getHeads({ buyerIds }: RequestOf<typeof getFeedHeads>) {
    return this.feed.getHeads(buyerIds);
  }
}
