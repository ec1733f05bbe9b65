import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import { claimFetchedPosts, LEADS_FETCHED, type WaitingPost } from '@desk/contracts';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PostReplayer } from './post-replayer.js';

/** Finds posts that a lost broadcast or a dead gateway left behind. */
const INTERVAL_MS = 5_000;
/** Replayed side by side, so that each is done before lead-router hands it out again. */
const POSTS_AT_A_TIME = 5;
/** A shutdown waits for the run. The next one goes on. */
const MAX_RUN_MS = 5_000;

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
    const endMs = performance.now() + MAX_RUN_MS;
    while (performance.now() < endMs) {
      const { posts } = await this.commands.send(claimFetchedPosts, { limit: POSTS_AT_A_TIME });
      await Promise.all(posts.map((post) => this.replay(post)));
      if (posts.length < POSTS_AT_A_TIME) return;
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
