import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeSource } from './fake-source';
import { LiveFeed } from './live-feed';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the live feed', () => {
  let queryClient: QueryClient;
  let source: FakeSource;
  let sources: number;
  let feed: LiveFeed;
  const checkSignIn = jest.fn();
  const stops: (() => void)[] = [];

  /** A part of the page that shows what is read under this key. */
  const show = async (...queryKey: string[]) => {
    const read = jest.fn(() => Promise.resolve('data'));
    stops.push(new QueryObserver(queryClient, { queryKey, queryFn: read }).subscribe(() => undefined));
    await turn();
    expect(read).toHaveBeenCalledTimes(1);
    return read;
  };

  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    sources = 0;
    checkSignIn.mockClear();
    const open = () => {
      sources += 1;
      source = new FakeSource();
      return source;
    };
    feed = new LiveFeed(queryClient, open, checkSignIn);
    stops.push(feed.acquire('agent'));
    source.opens();
  });
  afterEach(() => {
    feed.connection.stop();
    for (const stop of stops.splice(0)) stop();
    queryClient.clear();
  });

  it('reads all again with the first hello, and after that only when something was missed', async () => {
    const dashboard = await show('/api/dashboard');
    const list = await show('/api/leads', 'list', 'newest');
    const other = await show('/api/integration-requests');
    source.says('hello', '7');
    await turn();
    expect(dashboard).toHaveBeenCalledTimes(2);
    expect(list).toHaveBeenCalledTimes(2);
    source.says('hello', '7');
    await turn();
    expect(dashboard).toHaveBeenCalledTimes(2);
    source.says('eligibility-changed', '8');
    await turn();
    source.says('hello', '8');
    await turn();
    expect(dashboard).toHaveBeenCalledTimes(3);
    expect(list).toHaveBeenCalledTimes(2);
    source.says('hello', '11');
    await turn();
    expect(list).toHaveBeenCalledTimes(3);
    source.says('reset', '11');
    await turn();
    expect(list).toHaveBeenCalledTimes(4);
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('leaves what failed to the agent', async () => {
    const read = jest.fn(() => Promise.reject(new Error('no')));
    const observer = new QueryObserver(queryClient, { queryKey: ['/api/dashboard'], queryFn: read });
    stops.push(observer.subscribe(() => undefined));
    await turn();
    source.says('hello', '7');
    await turn();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads again what was being read when it said hello', async () => {
    const answers: (() => void)[] = [];
    const read = jest.fn(() => new Promise<string>((resolve) => answers.push(() => resolve('data'))));
    const observer = new QueryObserver(queryClient, { queryKey: ['/api/dashboard'], queryFn: read });
    stops.push(observer.subscribe(() => undefined));
    source.says('hello', '7');
    await turn();
    expect(read).toHaveBeenCalledTimes(1);
    answers[0]!();
    await turn();
    expect(read).toHaveBeenCalledTimes(2);
    answers[1]!();
    await turn();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads what each event concerns, and keeps who has come', async () => {
    const dashboard = await show('/api/dashboard');
    const list = await show('/api/leads', 'list', 'newest');
    const [one, another] = [await show('/api/leads', 'one', 'a'), await show('/api/leads', 'one', 'b')];
    const counts = () => [dashboard, list, one, another].map(({ mock }) => mock.calls.length);
    source.says('lead-sold', '8', 'a');
    await turn();
    expect(counts()).toEqual([2, 2, 1, 1]);
    expect(feed.arrivals.read().unseen).toEqual(['a']);
    source.says('lead-delivered', '9', 'a');
    await turn();
    expect(counts()).toEqual([2, 3, 2, 1]);
    source.says('eligibility-changed', '10');
    await turn();
    expect(counts()).toEqual([3, 3, 2, 1]);
  });

  it('is one connection for all parts of the page, and goes on from page to page', () => {
    jest.useFakeTimers();
    try {
      const release = feed.acquire('agent');
      expect(sources).toBe(1);
      release();
      stops.pop()?.();
      jest.advanceTimersByTime(999);
      stops.push(feed.acquire('agent'));
      jest.advanceTimersByTime(10_000);
      expect(sources).toBe(1);
      expect(source.isClosedByUs).toBe(false);
      stops.pop()?.();
      jest.advanceTimersByTime(1_000);
      expect(source.isClosedByUs).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('begins afresh for somebody else', async () => {
    source.says('hello', '7');
    source.says('lead-sold', '8', 'a');
    const first = source;
    stops.push(feed.acquire('another agent'));
    expect(first.isClosedByUs).toBe(true);
    expect(feed.arrivals.read().unseen).toEqual([]);
    const dashboard = await show('/api/dashboard');
    source.says('hello', '8');
    await turn();
    expect(dashboard).toHaveBeenCalledTimes(2);
  });

  it('asks who is signed in when it is refused', () => {
    source.isRefused();
    expect(checkSignIn).toHaveBeenCalledTimes(1);
  });
});
