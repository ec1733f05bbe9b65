import { describe, expect, it } from '@jest/globals';
import { Lane } from './lane.js';

const flush = () => new Promise((resolve) => setImmediate(resolve));

/** A lane whose attempts end when the test says so. */
function openLane(places: number, waiting: string[] = []) {
  const running = new Map<string, () => void>();
  const begun: string[] = [];
  const attempt = (id: string) =>
    new Promise<void>((resolve) => {
      begun.push(id);
      running.set(id, () => {
        running.delete(id);
        resolve();
      });
    });
  let claims = 0;
  const claim = async (maxRows: number) => {
    claims += 1;
    await flush();
    return waiting.splice(0, maxRows).map((id) => () => attempt(id));
  };
  const lane = new Lane(places, (maxRows) => ({ maxRows, attempts: claim(maxRows) }));
  const end = async (id: string) => {
    running.get(id)?.();
    for (let turn = 0; turn < 5; turn += 1) await flush();
  };
  return { lane, attempt, begun, running, waiting, end, claims: () => claims };
}

describe('Lane', () => {
  it('works on as many rows at a time as it has places', async () => {
    const { lane, attempt, begun, running } = openLane(2);
    for (const id of ['a', 'b', 'c']) void lane.run(() => attempt(id));
    await flush();
    expect(begun).toEqual(['a', 'b']);
    expect(running.size).toBe(2);
  });

  it('leaves what it has no place for to its table, at once', async () => {
    const { lane, attempt } = openLane(1);
    void lane.run(() => attempt('a'));
    await expect(lane.run(() => attempt('b'))).resolves.toBeUndefined();
  });

  it('takes waiting rows, oldest first, when places become free', async () => {
    const { lane, attempt, begun, end } = openLane(2, ['c', 'd', 'e']);
    for (const id of ['a', 'b', 'c']) void lane.run(() => attempt(id));
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('does not look for rows unless some may be waiting', async () => {
    const { lane, attempt, end, claims } = openLane(2);
    void lane.run(() => attempt('a'));
    await end('a');
    expect(claims()).toBe(0);
    lane.wake();
    await flush();
    expect(claims()).toBe(1);
  });

  it('fills all places when woken', async () => {
    const { lane, begun } = openLane(3, ['a', 'b', 'c', 'd']);
    lane.wake();
    for (let turn = 0; turn < 10; turn += 1) await flush();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('fills places that become free at the same time with one claim', async () => {
    const { lane, attempt, begun, running, claims } = openLane(3, ['d', 'e', 'f']);
    for (const id of ['a', 'b', 'c', 'd']) void lane.run(() => attempt(id));
    for (const end of [...running.values()]) end();
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(claims()).toBe(1);
  });

  it('makes one claim at a time, also when an attempt ends meanwhile', async () => {
    const { lane, begun, end, waiting, claims } = openLane(3, ['a']);
    lane.wake();
    for (let turn = 0; turn < 5; turn += 1) await flush();
    waiting.push('b', 'c');
    const before = claims();
    lane.wake();
    await flush();
    expect(claims()).toBe(before + 1);
    void end('a');
    lane.wake();
    await Promise.resolve();
    expect(claims()).toBe(before + 1);
    for (let turn = 0; turn < 10; turn += 1) await flush();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('gives a row a place that a claim was to fill and did not', async () => {
    const { lane, attempt, begun } = openLane(2, ['a']);
    lane.wake();
    await flush();
    expect(lane.isFull).toBe(true);
    void lane.run(() => attempt('b'));
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(begun).toEqual(['a', 'b']);
  });

  it('goes on after an attempt that failed', async () => {
    const { lane, begun, end } = openLane(1, ['b']);
    let fail = (): void => undefined;
    const failing = lane.run(() => new Promise((_, reject) => (fail = () => reject(new Error('broken')))));
    lane.wake();
    const failed = expect(failing).rejects.toThrow('broken');
    fail();
    await failed;
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(begun).toEqual(['b']);
    await end('b');
  });

  it('waits when it closes for attempts in progress, and begins nothing new', async () => {
    const { lane, attempt, begun, end } = openLane(1, ['b']);
    void lane.run(() => attempt('a'));
    await lane.run(() => attempt('b'));
    let isClosed = false;
    const closed = lane.close().then(() => (isClosed = true));
    await flush();
    expect(isClosed).toBe(false);
    await end('a');
    await closed;
    await lane.run(() => attempt('c'));
    expect(begun).toEqual(['a']);
  });

  it('waits when it closes for a claim in progress, and works on what it brings', async () => {
    const { lane, begun, end } = openLane(2, ['a']);
    lane.wake();
    await flush();
    let isClosed = false;
    const closed = lane.close().then(() => (isClosed = true));
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(begun).toEqual(['a']);
    expect(isClosed).toBe(false);
    await end('a');
    await closed;
  });
});
