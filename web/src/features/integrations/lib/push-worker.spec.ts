import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';

const ORIGIN = 'https://desk.example';
const source = readFileSync(join(import.meta.dirname, '../../../../public/push-worker.js'), 'utf8');

interface Window {
  readonly url: string;
  focus(): Promise<string>;
}

/** Runs the worker in a fake browser that records its calls. */
function startWorker({ windows = [], key = 'key' }: { windows?: string[]; key?: string | null } = {}) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: { title: string; options: { body: string; tag: string; data: { path: string } } }[] = [];
  const calls: string[] = [];
  const posts: unknown[] = [];
  const subscription = { toJSON: () => ({ endpoint: 'new', keys: { p256dh: 'p', auth: 'a' } }) };
  runInNewContext(source, {
    URL,
    location: { origin: ORIGIN },
    self: {
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    },
    registration: {
      showNotification: (title: string, options: (typeof shown)[number]['options']) =>
        Promise.resolve(shown.push({ title, options })),
      pushManager: { subscribe: () => Promise.resolve(subscription) },
    },
    clients: {
      matchAll: (): Promise<Window[]> =>
        Promise.resolve(
          windows.map((url) => ({ url, focus: () => Promise.resolve(String(calls.push(`focus ${url}`))) })),
        ),
      openWindow: (url: string) => Promise.resolve(calls.push(`open ${url}`)),
    },
    fetch: (path: string, options: { method?: string; body?: string }) => {
      if (options.method === 'POST') posts.push({ path, body: JSON.parse(options.body ?? '') as unknown });
      return Promise.resolve({
        ok: key !== null,
        json: () => Promise.resolve({ applicationServerKey: key }),
      });
    },
  });
  const dispatch = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  };
  const click = (path: string) =>
    dispatch('notificationclick', { notification: { close: () => calls.push('close'), data: { path } } });
  return { dispatch, click, shown, calls, posts };
}

const message = { title: 'New lead', body: 'State: TX. Type: Fixed.', path: '/leads/1', tag: '1' };

describe('the service worker', () => {
  it('shows each message, and a generic notification for one it cannot read', async () => {
    const { dispatch, shown } = startWorker();
    await dispatch('push', { data: { json: () => message } });
    await dispatch('push', { data: null });
    const [first, second] = shown;
    expect(first).toMatchObject({ title: 'New lead', options: { body: message.body, tag: '1' } });
    expect(second).toMatchObject({ title: 'New lead', options: { data: { path: '/dashboard' } } });
  });

  it('opens the lead of a clicked notification, or the window that shows it', async () => {
    const closed = startWorker({ windows: [`${ORIGIN}/dashboard`] });
    await closed.click('/leads/1');
    expect(closed.calls).toEqual(['close', `open ${ORIGIN}/leads/1`]);
    const open = startWorker({ windows: [`${ORIGIN}/dashboard`, `${ORIGIN}/leads/1?from=list`] });
    await open.click('/leads/1');
    expect(open.calls).toEqual(['close', `focus ${ORIGIN}/leads/1?from=list`]);
  });

  it('opens only pages of this site', async () => {
    for (const path of ['https://elsewhere.example/', '//elsewhere.example/x', 'javascript:alert(1)']) {
      const { click, calls } = startWorker();
      await click(path);
      expect(calls).toEqual(['close', `open ${ORIGIN}/dashboard`]);
    }
  });

  it('reports a subscription that the browser changed', async () => {
    const { dispatch, posts } = startWorker();
    await dispatch('pushsubscriptionchange', { oldSubscription: { endpoint: 'old' }, newSubscription: null });
    expect(posts).toEqual([
      {
        path: '/api/channels/push/browsers',
        body: { endpoint: 'new', p256dh: 'p', auth: 'a', applicationServerKey: 'key', replaces: 'old' },
      },
    ]);
  });

  it('reports nothing without a session', async () => {
    const { dispatch, posts } = startWorker({ key: null });
    await dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: null });
    expect(posts).toEqual([]);
  });
});
