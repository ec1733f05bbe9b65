import { describe, expect, it } from '@jest/globals';
import { routes } from '@desk/contracts/routes';
import { ApiError } from '@/lib/api-client';
import {
  describeReplay,
  isAboutOnePost,
  type ReplayCounts,
  replayInTurn,
  type ReplayProgress,
} from './replay-in-turn';

const none: ReplayCounts = { accepted: 0, duplicate: 0, refused: 0, test: 0, fetching: 0, skipped: 0 };

describe('replayInTurn', () => {
  it('replays in order and adds up', async () => {
    const progress: ReplayProgress[] = [];
    const replayed: string[] = [];
    await replayInTurn(['a', 'b'], {
      signal: new AbortController().signal,
      replay: (postId) => {
        replayed.push(postId);
        return Promise.resolve(postId === 'a' ? 'accepted' : 'refused');
      },
      onProgress: (each) => progress.push(each),
    });
    expect(replayed).toEqual(['a', 'b']);
    expect(progress.at(-1)).toEqual({ total: 2, counts: { ...none, accepted: 1, refused: 1 } });
  });

  it('ends after the post during which it is stopped', async () => {
    const stop = new AbortController();
    const progress: ReplayProgress[] = [];
    await replayInTurn(['a', 'b'], {
      signal: stop.signal,
      replay: () => {
        stop.abort();
        return Promise.resolve('accepted');
      },
      onProgress: (each) => progress.push(each),
    });
    expect(progress.at(-1)).toEqual({ total: 2, counts: { ...none, accepted: 1 } });
  });

  it('ends with the error of a replay', async () => {
    const replay = () => Promise.reject(new TypeError('fetch failed'));
    const options = { signal: new AbortController().signal, replay, onProgress: () => undefined };
    await expect(replayInTurn(['a'], options)).rejects.toThrow('fetch failed');
  });
});

it('a post that is refused for a reason of its own stops no other', () => {
  const toError = (code: string) =>
    new ApiError(409, JSON.stringify({ status: 409, code, detail: '', errors: [] }), '');
  for (const code of [...routes.replayHeldPost.errors, 'HELD_POST_NOT_FOUND'])
    expect([code, isAboutOnePost(toError(code))]).toEqual([code, true]);
  expect(isAboutOnePost(toError('TOO_MANY_REQUESTS'))).toBe(false);
  expect(isAboutOnePost(new TypeError('fetch failed'))).toBe(false);
});

it.each([
  [none, '0 of 40 replayed.'],
  [{ ...none, accepted: 9, refused: 3 }, '12 of 40 replayed: 9 became leads, 3 were refused again.'],
  [{ ...none, accepted: 1, duplicate: 1 }, '2 of 40 replayed: 1 became a lead, 1 was a duplicate.'],
])('describes %j', (counts, text) => {
  expect(describeReplay({ total: 40, counts })).toBe(text);
});
