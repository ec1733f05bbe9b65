import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeServer } from '../../../../test/fake-stream';
import { LiveFeed } from './live-feed';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('LiveFeed', () => {
  let queryClient: QueryClient;
  let server: FakeServer;
  let feed: LiveFeed;
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

  const settle = async () => {
    for (let step = 0; step < 5; step += 1) await nextTick();
  };

  /** Sends an event and waits until it has been handled. */
  const receive = async (kind: string, id: string, leadId: string | null = null) => {
    server.last.sendEvent(kind, id, leadId);
    await settle();
  };

  beforeEach(async () => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    server = new FakeServer();
    feed = new LiveFeed('agent', queryClient, server.openStream);
    cleanups.push(feed.connection.acquire());
    server.last.open();
    await nextTick();
  });
  afterEach(() => {
    feed.connection.stop();
    focusManager.setFocused(undefined);
    for (const cleanUp of cleanups.splice(0)) cleanUp();
    queryClient.clear();
  });

  it('refreshes everything on the first hello, and later only after missed events', async () => {
    const dashboard = await observe('getDashboard');
    const list = await observe('listLeads', 'newest');
    const other = await observe('listIntegrationRequests');
    await receive('hello', '7');
    expect(dashboard).toHaveBeenCalledTimes(2);
    expect(list).toHaveBeenCalledTimes(2);
    await receive('hello', '7');
    expect(dashboard).toHaveBeenCalledTimes(2);
    await receive('eligibility-changed', '8');
    await receive('hello', '8');
    expect(dashboard).toHaveBeenCalledTimes(3);
    expect(list).toHaveBeenCalledTimes(2);
    await receive('hello', '11');
    expect(list).toHaveBeenCalledTimes(3);
    await receive('reset', '11');
    expect(list).toHaveBeenCalledTimes(4);
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('reads nothing while the page is hidden, and all that changed once it is shown', async () => {
    const list = await observe('listLeads', 'newest');
    const report = await observe('getAgentReport');
    const [leadA, leadB] = [await observeLead('a'), await observeLead('b')];
    const counts = () => [list, report, leadA, leadB].map(({ mock }) => mock.calls.length);
    await receive('hello', '7');
    expect(counts()).toEqual([2, 2, 2, 2]);
    focusManager.setFocused(false);
    await receive('lead-sold', '8', 'c');
    await receive('lead-delivered', '9', 'a');
    expect(counts()).toEqual([2, 2, 2, 2]);
    expect(feed.arrivals.read().unseen).toEqual(['c']);
    focusManager.setFocused(true);
    await settle();
    expect(counts()).toEqual([3, 3, 3, 2]);

    focusManager.setFocused(false);
    await receive('reset', '9');
    expect(counts()).toEqual([3, 3, 3, 2]);
    focusManager.setFocused(true);
    await settle();
    expect(counts()).toEqual([4, 4, 4, 3]);
  });

  it('does not refetch failed queries', async () => {
    const read = jest.fn(() => Promise.reject(new Error('no')));
    const observer = new QueryObserver(queryClient, { queryKey: ['getDashboard'], queryFn: read });
    cleanups.push(observer.subscribe(() => undefined));
    await nextTick();
    await receive('hello', '7');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('repeats a query that was in flight during hello', async () => {
    const answers: (() => void)[] = [];
    const read = jest.fn(() => new Promise<string>((resolve) => answers.push(() => resolve('data'))));
    const observer = new QueryObserver(queryClient, { queryKey: ['getDashboard'], queryFn: read });
    cleanups.push(observer.subscribe(() => undefined));
    await receive('hello', '7');
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
    const report = await observe('getAgentReport', { query: { from: '2026-11-01', to: '2026-11-30' } });
    const [leadA, leadB] = [await observeLead('a'), await observeLead('b')];
    const counts = () => [dashboard, list, report, leadA, leadB].map(({ mock }) => mock.calls.length);
    await receive('lead-sold', '8', 'a');
    expect(counts()).toEqual([2, 2, 2, 1, 1]);
    expect(feed.arrivals.read().unseen).toEqual(['a']);
    await receive('lead-delivered', '9', 'a');
    expect(counts()).toEqual([2, 3, 2, 2, 1]);
    await receive('eligibility-changed', '10');
    expect(counts()).toEqual([3, 3, 2, 2, 1]);
    await receive('lead-changed', '11', 'b');
    expect(counts()).toEqual([4, 4, 3, 2, 2]);
  });
});
