import { CommandClient } from '@desk/bullmq-transport';
import {
  discardHeldPost,
  DomainError,
  getFunnel,
  getHeldPost,
  HELD_POSTS_PAGE_SIZE,
  type HeldPost,
  listHeldPosts,
  listMappings,
  type PostReading,
  type ReplayOutcome,
  routes,
  saveMapping,
  type WaitingPost,
} from '@desk/contracts';
import { toPage } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { byAdmin, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { readCursor, toCursor } from '../http/paging.js';
import { fromStored, type IncomingRequest } from '../sources/incoming-request.js';
import { describeReading } from './describe-reading.js';
import { PostReplayer, type Replay } from './post-replayer.js';

export const HeldPostRoutes = forwardRoutes([
  forward('discardHeldPost', discardHeldPost, byAdmin),
  forward('getMappings', listMappings, ({ params }) => params),
  forward('saveMapping', saveMapping, byAdmin),
]);

/** The type of a request that somebody pasted. */
function toContentType(sample: string): string {
  if (/^\s*[[{]/.test(sample)) return 'application/json';
  return /^\s*</.test(sample) ? 'application/xml' : 'application/x-www-form-urlencoded';
}

const toRequest = (sample: string): IncomingRequest => ({
  tool: null,
  contentType: toContentType(sample),
  query: '',
  body: Buffer.from(sample.trim()),
  idempotencyKey: null,
});

/** A post in which nothing was wrong waits only if it is a test or its funnel is in test mode. */
function outcomeOf({ status }: HeldPost, replay: Replay): ReplayOutcome {
  if (status === 'accepted' || status === 'duplicate') return status;
  return replay === 'passed' ? 'test' : replay;
}

/** Shows admins the posts that did not become leads, and turns them into leads. */
@Controller()
export class HeldPostsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly replayer: PostReplayer,
  ) {}

  @HandleRoute(routes.listHeldPosts)
  async list({ query }: RouteInput<'listHeldPosts'>): Promise<RouteAnswer<'listHeldPosts'>> {
    const { posts } = await this.commands.send(listHeldPosts, {
      status: query.status ?? null,
      funnelId: query.funnel ?? null,
      after: readCursor(query.after, 'receivedAt'),
      limit: HELD_POSTS_PAGE_SIZE + 1,
    });
    const page = toPage(posts, HELD_POSTS_PAGE_SIZE, (last) => toCursor(last.receivedAt, last.id));
    return { posts: page.rows, next: page.next };
  }

  @HandleRoute(routes.getHeldPost)
  async get({ params }: RouteInput<'getHeldPost'>): Promise<RouteAnswer<'getHeldPost'>> {
    const { post, request, mapping } = await this.commands.send(getHeldPost, params);
    const reading =
      request && (await describeReading(fromStored(request), mapping, new Date(post.receivedAt)));
    return { post, reading };
  }

  @HandleRoute(routes.previewMapping)
  async preview({ params, body }: RouteInput<'previewMapping'>): Promise<PostReading> {
    if (body.postId === undefined) {
      await this.commands.send(getFunnel, params);
      return describeReading(toRequest(body.sample ?? ''), body.mapping, new Date());
    }
    const { post, request } = await this.findWaiting(body.postId);
    if (post.funnelId !== params.funnelId) throw new DomainError('HELD_POST_NOT_FOUND');
    return describeReading(fromStored(request), body.mapping, new Date(post.receivedAt));
  }

  /** Safe to repeat: a post becomes one lead. */
  @HandleRoute(routes.replayHeldPost)
  async replay(input: RouteInput<'replayHeldPost'>): Promise<RouteAnswer<'replayHeldPost'>> {
    const { user, caller, params } = input;
    const replayedBy = { actorId: user.id, caller };
    const replay = await this.replayer.replay(await this.findWaiting(params.postId), replayedBy);
    const { post } = await this.commands.send(getHeldPost, params);
    return { outcome: outcomeOf(post, replay), post };
  }

  /** @throws HELD_POST_NOT_FOUND, HELD_POST_CLOSED */
  private async findWaiting(postId: string): Promise<WaitingPost> {
    const held = await this.commands.send(getHeldPost, { postId });
    if (held.request === null) throw new DomainError('HELD_POST_CLOSED');
    return { ...held, request: held.request };
  }
}
