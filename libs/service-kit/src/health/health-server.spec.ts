import { getFreePort } from '@desk/embedded-servers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type HealthCheck, HealthServer } from './health-server.js';

describe('HealthServer', () => {
  let server: HealthServer | undefined;
  let port: number;
  const start = async (checks: Record<string, HealthCheck>): Promise<HealthServer> => {
    port = await getFreePort();
    server = new HealthServer(checks);
    await server.listen(port, '127.0.0.1');
    return server;
  };
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, body: await response.text() };
  };
  afterEach(() => server?.close());

  it('is ready while every check passes', async () => {
    let there = true;
    await start({
      postgres: () => Promise.resolve(),
      redis: () => (there ? Promise.resolve() : Promise.reject(new Error('ann@example.com'))),
    });
    expect(await get('/health/ready?probe=1')).toEqual({ status: 200, body: '{"status":"ok"}' });
    there = false;
    expect(await get('/health/ready')).toEqual({
      status: 503,
      body: '{"status":"failing","failing":["redis"]}',
    });
    expect(await get('/health/live')).toEqual({ status: 200, body: '{"status":"ok"}' });
  });

  it('counts a check that throws or hangs as failing, and starts a hanging one only once', async () => {
    let starts = 0;
    let hasRecovered = false;
    let recover: () => void = () => undefined;
    await start({
      thrower: () => {
        if (!hasRecovered) throw new Error('at once');
        return Promise.resolve();
      },
      sleeper: () => {
        starts += 1;
        return hasRecovered ? Promise.resolve() : new Promise<void>((resolve) => (recover = resolve));
      },
      good: () => Promise.resolve(),
    });
    const failing = { status: 503, body: '{"status":"failing","failing":["thrower","sleeper"]}' };
    const answers = await Promise.all([get('/health/ready'), get('/health/ready')]);
    expect([...answers, starts]).toEqual([failing, failing, 1]);
    hasRecovered = true;
    recover();
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('is alive while no part of the process hangs, whatever else is down', async () => {
    const health = await start({ redis: () => Promise.reject(new Error('away')) });
    let isAlive = true;
    health.addLivenessCheck('handlers', () => isAlive);
    expect((await get('/health/live')).status).toBe(200);
    isAlive = false;
    expect(await get('/health/live')).toEqual({
      status: 503,
      body: '{"status":"failing","failing":["handlers"]}',
    });
  });

  it('serves metrics and nothing else', async () => {
    await start({});
    const { status, body } = await get('/metrics');
    expect(status).toBe(200);
    expect(body).toContain('process_cpu_seconds_total');
    expect((await get('/')).status).toBe(404);
  });

  it('rejects a port in use', async () => {
    await start({});
    await expect(new HealthServer({}).listen(port, '127.0.0.1')).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
