import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@desk/testing';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { accessLog } from './access-log.js';

interface LogLine {
  route: string;
  status: number;
  cut?: boolean;
}

let server: Server;
let logLines: LogLine[];
let metrics: Registry;
let stream: Response | undefined;

beforeEach(async () => {
  [logLines, metrics, stream] = [[], new Registry(), undefined];
  const logger = pino({}, { write: (line: string) => logLines.push(JSON.parse(line) as LogLine) });
  const app = express();
  app.use(accessLog(logger, metrics));
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
  await (await fetch(urlOf('/things/secret?search=ada'))).text();
  await eventually(() => logLines.length === 1);
  expect(logLines).toMatchObject([{ route: '/things/:id', status: 200 }]);
  expect(JSON.stringify(logLines)).not.toMatch(/secret|ada|cut/);
  expect(await durationMetric()).toContain('count{method="GET",route="/things/:id",status="200"} 1');
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
