import { DomainError } from '@desk/contracts';
import type { Transactions } from '@desk/outbox';
import type { Logger } from '@desk/service-kit';
import { expect, it, jest } from '@jest/globals';
import type { MappingRepository } from '../funnels/mapping.repository.js';
import type { HeldPostRepository } from './held-post.repository.js';
import { HeldPostsController } from './held-posts.controller.js';

it('hands out fetched posts without those that cannot be read, and logs these', async () => {
  const warn = jest.fn<(fields: { readonly err: unknown; readonly postId: string }) => void>();
  const found = { post: { funnelId: 'funnel' }, request: { body: '' } };
  const controller = new HeldPostsController(
    {} as Transactions,
    {
      claimFetchedPosts: () => Promise.resolve(['sealed', 'readable', 'deleted']),
      find: (postId: string) =>
        postId === 'sealed'
          ? Promise.reject(new Error('no key'))
          : Promise.resolve(postId === 'readable' ? found : undefined),
    } as unknown as HeldPostRepository,
    { findLatest: () => Promise.resolve(undefined) } as unknown as MappingRepository,
    { warn } as unknown as Logger,
  );
  await expect(controller.claimFetchedPosts({ limit: 3 })).resolves.toEqual({
    posts: [{ ...found, mapping: null }],
  });
  expect(warn.mock.calls.map(([{ err, postId }]) => [postId, err])).toEqual([
    ['sealed', new Error('no key')],
    ['deleted', new DomainError('HELD_POST_NOT_FOUND')],
  ]);
});
