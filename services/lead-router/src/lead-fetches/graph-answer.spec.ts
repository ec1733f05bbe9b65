import { describe, expect, it } from '@jest/globals';
import {
  decideNextStep,
  findFailure,
  type GraphFailureKind,
  MAX_FETCH_ATTEMPTS,
  readCreatedTime,
} from './graph-answer.js';

const errorOf = (code: number) => ({ error: { message: 'Meta says so', type: 'OAuthException', code } });

describe('an answer of the Graph API', () => {
  it.each<[number, number, GraphFailureKind]>([
    [400, 4, 'rate-limited'],
    [400, 17, 'rate-limited'],
    [400, 32, 'rate-limited'],
    [400, 613, 'rate-limited'],
    [401, 190, 'token-refused'],
    [403, 10, 'not-permitted'],
    [403, 200, 'not-permitted'],
    [403, 299, 'not-permitted'],
    [400, 100, 'unknown'],
    [500, 1, 'temporary'],
    [503, 2, 'temporary'],
    [500, 100, 'temporary'],
    [400, 368, 'temporary'],
  ])('of status %s with code %s is %s', (status, code, kind) => {
    const failure = findFailure(status, errorOf(code));
    expect(failure?.kind).toBe(kind);
    expect(failure?.detail).toContain(`(error ${code}: Meta says so)`);
  });

  it.each<[number, unknown, GraphFailureKind | undefined]>([
    [200, { id: '1' }, undefined],
    [200, undefined, 'temporary'],
    [200, 'text', 'temporary'],
    [429, undefined, 'rate-limited'],
    [502, undefined, 'temporary'],
    [404, {}, 'temporary'],
  ])('of status %s with %j is %s', (status, body, kind) => {
    expect(findFailure(status, body)?.kind).toBe(kind);
  });

  it('is shortened', () => {
    const body = { error: { message: 'x'.repeat(5_000), code: 190 } };
    expect(findFailure(401, body)?.detail).toHaveLength(500);
  });
});

describe('what follows from a failed fetch', () => {
  const decide = (kind: GraphFailureKind, attempts: number) => decideNextStep(kind, attempts, () => 1);

  it.each<[GraphFailureKind, number, object]>([
    ['temporary', 1, { step: 'retry', delayMs: 2_000 }],
    ['temporary', 3, { step: 'retry', delayMs: 8_000 }],
    ['temporary', 50, { step: 'retry', delayMs: 900_000 }],
    ['temporary', MAX_FETCH_ATTEMPTS, { step: 'give-up' }],
    ['rate-limited', 1, { step: 'pause', delayMs: 60_000 }],
    ['rate-limited', MAX_FETCH_ATTEMPTS, { step: 'give-up' }],
    ['unknown', 1, { step: 'give-up' }],
    ['token-refused', MAX_FETCH_ATTEMPTS, { step: 'stop' }],
    ['not-permitted', 1, { step: 'stop' }],
  ])('after %s, attempt %s', (kind, attempts, next) => {
    expect(decide(kind, attempts)).toEqual(next);
  });

  it('is given up after about a day', () => {
    let totalMs = 0;
    for (let attempts = 1; attempts < MAX_FETCH_ATTEMPTS; attempts += 1) {
      const next = decide('temporary', attempts);
      totalMs += next.step === 'retry' ? next.delayMs : 0;
    }
    expect(totalMs / 3_600_000).toBeGreaterThan(22);
    expect(totalMs / 3_600_000).toBeLessThan(26);
  });
});

it.each([
  ['2026-11-27T10:00:00+0000', '2026-11-27T10:00:00.000Z'],
  ['2026-11-27T05:00:00-0500', '2026-11-27T10:00:00.000Z'],
  ['2026-11-28T10:00:00+0000', '2026-11-27T12:00:00.000Z'],
  ['yesterday', '2026-11-27T12:00:00.000Z'],
  [undefined, '2026-11-27T12:00:00.000Z'],
])('a lead created at %s is as old as one of %s', (created_time, expected) => {
  expect(readCreatedTime({ created_time }, new Date('2026-11-27T12:00:00Z')).toISOString()).toBe(expected);
});
