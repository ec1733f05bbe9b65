import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currentContext } from '@desk/bullmq-transport';
import { routes } from '@desk/contracts';
import { createRegistry, type Metrics } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { accessLog } from './access-log.js';
import { requestContext } from './request-context.js';

interface LogLine {
  route: string;
  status: number;
  network: string;
  correlationId: string;
  userId?: string;
  cut?: boolean;
}

let server: Server;
let logLines: LogLine[];
let metrics: Metrics;
let stream: Response | undefined;

beforeEach(async () => {
  [logLines, metrics, stream] = [[], createRegistry(), undefined];
  const logger = pino(
    { mixin: () => ({ correlationId: currentContext()?.correlationId }) },
    { write: (line: string) => logLines.push(JSON.parse(line) as LogLine) },
  );
  const app = express();
  app.set('trust proxy', 'loopback');
  app.use(requestContext);
  app.use(accessLog(logger, metrics));
  app.use((request, response, next) => {
    if (request.method === 'POST') response.sendStatus(503);
    else next();
  });
  app.get('/signed-in', (request, response) => {
    Object.assign(request, {
      signedIn: { sid: 'secret', user: { id: 'user-1', email: 'lovelace@example.com' } },
    });
    response.send('hello');
  });
  app.get('/funnel', (request, response) => {
    Object.assign(request, { funnel: { funnelId: 'funnel-1', name: 'secret' } });
    response.send('hello');
  });
  app.get('/things/:id', (_request, response) => {
    response.send('thing');
  });
  app.get('/live', (_request, response) => {
    stream = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  });
  server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const urlOf = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const durationMetric = () => metrics.getSingleMetricAsString('http_request_duration_seconds');

it('logs and measures a request without its URL', async () => {
  await (await fetch(urlOf('/things/secret?search=lovelace'))).text();
  await eventually(() => logLines.length === 1);
  expect(logLines).toMatchObject([{ route: '/things/:id', status: 200 }]);
  expect(JSON.stringify(logLines)).not.toMatch(/secret|lovelace|cut/);
  expect(await durationMetric()).toContain('count{method="GET",route="/things/:id",status="200"} 1');
});

it.each([
  ['/signed-in', { userId: 'user-1' }],
  ['/funnel', { funnelId: 'funnel-1' }],
])('logs the sender of %s by id, network and request id', async (path, sender) => {
  const headers = { 'x-forwarded-for': '198.51.100.77', 'x-request-id': 'request-0001' };
  await (await fetch(urlOf(path), { headers })).text();
  await eventually(() => logLines.length === 1);
  expect(logLines[0]).toMatchObject({ ...sender, network: '198.51.100.0/24', correlationId: 'request-0001' });
  expect(JSON.stringify(logLines)).not.toMatch(/198\.51\.100\.77|lovelace|secret/);
});

it.each([
  ['the server', false],
  ['the client', true],
])('logs an event stream when %s ends it, and does not measure it', async (_who, isCut) => {
  const controller = new AbortController();
  const response = await fetch(urlOf('/live'), { signal: controller.signal });
  expect(logLines).toEqual([]);
  if (isCut) controller.abort();
  else stream?.end();
  await eventually(() => logLines.length === 1);
  expect(logLines).toMatchObject([{ route: '/live', status: 200 }]);
  expect(logLines[0]?.cut).toBe(isCut ? true : undefined);
  expect(await durationMetric()).not.toContain('/live');
  await response.body?.cancel().catch(() => undefined);
});

it.each([
  [routes.postLead.path, routes.postLead.path],
  [`${routes.postLeads.path.toUpperCase()}/?key=secret`, routes.postLeads.path],
  ['/api/ingest/secret', 'none'],
])('measures a post to %s, refused before it was routed, under %s', async (path, route) => {
  await (await fetch(urlOf(path), { method: 'POST' })).text();
  await eventually(() => logLines.length === 1);
  expect(logLines).toMatchObject([{ route, status: 503 }]);
  expect(await durationMetric()).toContain(`count{method="POST",route="${route}",status="503"} 1`);
});
