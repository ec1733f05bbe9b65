import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeEventSource } from './fake-event-source';
import { LiveFeed } from './live-feed';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('LiveFeed', () => {
  let queryClient: QueryClient;
  let source: FakeEventSource;
  /** The users for whom a stream was opened. */
  let openedFor: (string | null)[];
  let feed: LiveFeed;
  const onRejected = jest.fn(() => Promise.resolve(null));
  const cleanups: (() => void)[] = [];

  /** Observes a query, as a mounted component does. */
  const observe = async (...queryKey: unknown[]) => {
    const read = jest.fn(() => Promise.resolve('data'));
    cleanups.push(new QueryObserver(queryClient, { queryKey, queryFn: read }).subscribe(() => undefined));
    await nextTick();
    expect(read).toHaveBeenCalledTimes(1);
    return read;
  };

  const observeLead = (leadId: string) => observe('getLead', { params: { leadId } });

  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    openedFor = [];
    onRejected.mockClear();
    const open = (userId: string | null) => {
      openedFor.push(userId);
      source = new FakeEventSource();
      return source;
    };
    feed = new LiveFeed(queryClient, open, onRejected);
    cleanups.push(feed.acquire('agent'));
    source.simulateOpen();
  });
  afterEach(() => {
    feed.connection.stop();
    for (const cleanUp of cleanups.splice(0)) cleanUp();
    queryClient.clear();
  });

  it('refreshes everything on the first hello, and later only after missed events', async () => {
    const dashboard = await observe('getDashboard');
    const list = await observe('listLeads', 'newest');
    const other = await observe('listIntegrationRequests');
    source.simulateEvent('hello', '7');
    await nextTick();
    expect(dashboard).toHaveBeenCalledTimes(2);
    expect(list).toHaveBeenCalledTimes(2);
    source.simulateEvent('hello', '7');
    await nextTick();
    expect(dashboard).toHaveBeenCalledTimes(2);
    source.simulateEvent('eligibility-changed', '8');
    await nextTick();
    source.simulateEvent('hello', '8');
    await nextTick();
    expect(dashboard).toHaveBeenCalledTimes(3);
    expect(list).toHaveBeenCalledTimes(2);
    source.simulateEvent('hello', '11');
    await nextTick();
    expect(list).toHaveBeenCalledTimes(3);
    source.simulateEvent('reset', '11');
    await nextTick();
    expect(list).toHaveBeenCalledTimes(4);
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('does not refetch failed queries', async () => {
    const read = jest.fn(() => Promise.reject(new Error('no')));
    const observer = new QueryObserver(queryClient, { queryKey: ['getDashboard'], queryFn: read });
    cleanups.push(observer.subscribe(() => undefined));
    await nextTick();
    source.simulateEvent('hello', '7');
    await nextTick();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('repeats a query that was in flight during hello', async () => {
    const answers: (() => void)[] = [];
    const read = jest.fn(() => new Promise<string>((resolve) => answers.push(() => resolve('data'))));
    const observer = new QueryObserver(queryClient, { queryKey: ['getDashboard'], queryFn: read });
    cleanups.push(observer.subscribe(() => undefined));
    source.simulateEvent('hello', '7');
    await nextTick();
    expect(read).toHaveBeenCalledTimes(1);
    answers[0]!();
    await nextTick();
    expect(read).toHaveBeenCalledTimes(2);
    answers[1]!();
    await nextTick();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('refreshes what each event affects and records new leads', async () => {
    const dashboard = await observe('getDashboard');
    const list = await observe('listLeads', 'newest');
    const [leadA, leadB] = [await observeLead('a'), await observeLead('b')];
    const counts = () => [dashboard, list, leadA, leadB].map(({ mock }) => mock.calls.length);
    source.simulateEvent('lead-sold', '8', 'a');
    await nextTick();
    expect(counts()).toEqual([2, 2, 1, 1]);
    expect(feed.arrivals.read().unseen).toEqual(['a']);
    source.simulateEvent('lead-delivered', '9', 'a');
    await nextTick();
    expect(counts()).toEqual([2, 3, 2, 1]);
    source.simulateEvent('eligibility-changed', '10');
    await nextTick();
    expect(counts()).toEqual([3, 3, 2, 1]);
    source.simulateEvent('lead-changed', '11', 'b');
    await nextTick();
    expect(counts()).toEqual([4, 4, 2, 2]);
    // As the previous release announces it.
    source.simulateEvent('eligibility-changed', '12', 'b');
    await nextTick();
    expect(counts()).toEqual([5, 5, 2, 3]);
  });

  it('shares one connection and keeps it between pages', () => {
    jest.useFakeTimers();
    try {
      const release = feed.acquire('agent');
      expect(openedFor).toEqual(['agent']);
      release();
      cleanups.pop()?.();
      jest.advanceTimersByTime(999);
      cleanups.push(feed.acquire('agent'));
      jest.advanceTimersByTime(10_000);
      expect(openedFor).toEqual(['agent']);
      expect(source.isClosedByClient).toBe(false);
      cleanups.pop()?.();
      jest.advanceTimersByTime(1_000);
      expect(source.isClosedByClient).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('starts over for another user', async () => {
    source.simulateEvent('hello', '7');
    source.simulateEvent('lead-sold', '8', 'a');
    const firstSource = source;
    cleanups.push(feed.acquire('another agent'));
    expect(firstSource.isClosedByClient).toBe(true);
    expect(openedFor).toEqual(['agent', 'another agent']);
    expect(feed.arrivals.read().unseen).toEqual([]);
    const dashboard = await observe('getDashboard');
    source.simulateEvent('hello', '8');
    await nextTick();
    expect(dashboard).toHaveBeenCalledTimes(2);
  });

  it('checks the session when the server rejects the connection', () => {
    source.simulateRejection();
    expect(onRejected).toHaveBeenCalledTimes(1);
  });
});
