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
  const claim = async (maxRows: number) => {
    claims += 1;
    await flush();
    return waiting.splice(0, maxRows).map((id) => () => send(id));
  };
  const pool = new WorkerPool(places, (maxRows) => ({ maxRows, sends: claim(maxRows) }));
  const end = async (id: string) => {
    running.get(id)?.();
    for (let turn = 0; turn < 5; turn += 1) await flush();
  };
  return { pool, send, sent, running, waiting, end, claims: () => claims };
}

describe('WorkerPool', () => {
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

  it('fills places that become free at the same time with one claim', async () => {
    const { pool, send, sent, running, claims } = openPool(3, ['d', 'e', 'f']);
    for (const id of ['a', 'b', 'c', 'd']) void pool.run(() => send(id));
    for (const end of [...running.values()]) end();
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(claims()).toBe(1);
  });

  it('makes one claim at a time, also when a send ends meanwhile', async () => {
    const { pool, sent, end, waiting, claims } = openPool(3, ['a']);
    pool.wake();
    for (let turn = 0; turn < 5; turn += 1) await flush();
    waiting.push('b', 'c');
    const before = claims();
    pool.wake();
    await flush();
    expect(claims()).toBe(before + 1);
    void end('a');
    pool.wake();
    await Promise.resolve();
    expect(claims()).toBe(before + 1);
    for (let turn = 0; turn < 10; turn += 1) await flush();
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  it('gives a message a place that a claim was to fill and did not', async () => {
    const { pool, send, sent } = openPool(2, ['a']);
    pool.wake();
    await flush();
    expect(pool.isFull).toBe(true);
    void pool.run(() => send('b'));
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(sent).toEqual(['a', 'b']);
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
    await pool.run(() => send('c'));
    expect(sent).toEqual(['a']);
  });

  it('waits when it closes for a claim in progress, and sends what it brings', async () => {
    const { pool, sent, end } = openPool(2, ['a']);
    pool.wake();
    await flush();
    let isClosed = false;
    const closed = pool.close().then(() => (isClosed = true));
    for (let turn = 0; turn < 5; turn += 1) await flush();
    expect(sent).toEqual(['a']);
    expect(isClosed).toBe(false);
    await end('a');
    await closed;
  });
});
