import { describe, expect, it } from '@jest/globals';
import { WorkerPool } from './worker-pool.js';

const flush = () => new Promise((resolve) => setImmediate(resolve));

/** A pool whose sends end when the test says so. */
function openPool(places: number, waiting: string[] = []) {
  const running = new Map<string, () => void>();
  const sent: string[] = [];
  const send = (id: string) =>
    new Promise<void>((resolve) => {
      sent.push(id);
      running.set(id, () => {
        running.delete(id);
        resolve();
      });
    });
  let claims = 0;
  const pool = new WorkerPool(places, async (onClaimed) => {
    claims += 1;
    await flush();
    const id = waiting.shift();
    if (id === undefined) return false;
    onClaimed();
    await send(id);
    return true;
  });
  const end = async (id: string) => {
    running.get(id)?.();
    for (let turn = 0; turn < 5; turn += 1) await flush();
  };
  return { pool, send, sent, running, waiting, end, claims: () => claims };
}

describe('a lane', () => {
  it('sends as many at a time as it has places', async () => {
    const { pool, send, sent, running } = openPool(2);
    for (const id of ['a', 'b', 'c']) void pool.run(() => send(id));
    await flush();
    expect(sent).toEqual(['a', 'b']);
    expect(running.size).toBe(2);
  });

  it('leaves what it has no place for to its table, at once', async () => {
    const { pool, send } = openPool(1);
    void pool.run(() => send('a'));
    await expect(pool.run(() => send('b'))).resolves.toBeUndefined();
  });

  it('takes waiting rows, oldest first, when places become free', async () => {
    const { pool, send, sent, end } = openPool(2, ['c', 'd', 'e']);
    for (const id of ['a', 'b', 'c']) void pool.run(() => send(id));
    await end('a');
    expect(sent).toEqual(['a', 'b', 'c']);
    await end('b');
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('does not look for rows unless some may be waiting', async () => {
    const { pool, send, end, claims } = openPool(2);
    void pool.run(() => send('a'));
    await end('a');
    expect(claims()).toBe(0);
    pool.wake();
    await flush();
    expect(claims()).toBe(1);
  });

  it('fills all places when woken', async () => {
    const { pool, sent } = openPool(3, ['a', 'b', 'c', 'd']);
    pool.wake();
    for (let turn = 0; turn < 10; turn += 1) await flush();
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  it('claims one row at a time, also when a send ends meanwhile', async () => {
    const { pool, sent, end, waiting, claims } = openPool(3, ['a']);
    pool.wake();
    for (let turn = 0; turn < 5; turn += 1) await flush();
    waiting.push('b', 'c');
    const before = claims();
    pool.wake();
    expect(claims()).toBe(before + 1);
    void end('a');
    pool.wake();
    expect(claims()).toBe(before + 1);
    for (let turn = 0; turn < 10; turn += 1) await flush();
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  it('goes on after a send that failed', async () => {
    const { pool, sent, end } = openPool(1, ['b']);
    let fail = (): void => undefined;
    const failing = pool.run(() => new Promise((_, reject) => (fail = () => reject(new Error('broken')))));
    pool.wake();
    const failed = expect(failing).rejects.toThrow('broken');
    fail();
    await failed;
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(sent).toEqual(['b']);
    await end('b');
  });

  it('waits when it closes for what is being sent, and starts nothing new', async () => {
    const { pool, send, sent, end } = openPool(1, ['b']);
    void pool.run(() => send('a'));
    await pool.run(() => send('b'));
    let isClosed = false;
    const closed = pool.close().then(() => (isClosed = true));
    await flush();
    expect(isClosed).toBe(false);
    await end('a');
    await closed;
    expect(sent).toEqual(['a']);
  });
});
