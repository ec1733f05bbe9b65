import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import { claimFetchedPosts, FETCHED_POSTS_MAX, LEADS_FETCHED, type WaitingPost } from '@desk/contracts';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PostReplayer } from './post-replayer.js';

/** Finds posts that a lost broadcast or a dead gateway left behind. */
const INTERVAL_MS = 5_000;

/**
 * Turns posts that lead-router has fetched from platforms into leads. lead-router keeps each as a held post, and hands
 * it out again if a gateway stops before it is replayed.
 */
@Injectable()
export class FetchedPosts implements OnModuleInit {
  constructor(
    private readonly commands: CommandClient,
    private readonly replayer: PostReplayer,
    private readonly broadcast: Broadcast,
    private readonly tasks: PeriodicTasks,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const run = () => this.run();
    const task = this.tasks.start({ name: 'fetched posts', intervalMs: INTERVAL_MS, run });
    await this.broadcast.subscribe(LEADS_FETCHED, () => void task.runNow());
  }

  private async run(): Promise<void> {
    for (;;) {
      const { posts } = await this.commands.send(claimFetchedPosts, { limit: FETCHED_POSTS_MAX });
      for (const post of posts) await this.replay(post);
      if (posts.length < FETCHED_POSTS_MAX) return;
    }
  }

  /** A post that fails for now is handed out again. */
  private async replay(held: WaitingPost): Promise<void> {
    try {
      if ((await this.replayer.replay(held, null)) === 'test') await this.replayer.keepTest(held.post.id);
    } catch (err) {
      this.logger.warn({ err, postId: held.post.id }, 'fetched post not replayed');
    }
  }
}
