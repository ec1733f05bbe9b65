import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@desk/testing';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { accessLog } from './access-log.js';

interface Line {
  route: string;
  status: number;
  cut?: boolean;
}

let server: Server;
let lines: Line[];
let metrics: Registry;
let stream: Response | undefined;

beforeEach(async () => {
  [lines, metrics, stream] = [[], new Registry(), undefined];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Line) });
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

const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const counted = () => metrics.getSingleMetricAsString('http_request_duration_seconds');

it('writes a line for an answer, without what was asked for, and measures it', async () => {
  await (await fetch(url('/things/secret?search=ada'))).text();
  await eventually(() => lines.length === 1);
  expect(lines).toMatchObject([{ route: '/things/:id', status: 200 }]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|ada|cut/);
  expect(await counted()).toContain('count{method="GET",route="/things/:id",status="200"} 1');
});

it.each([
  ['which we end', false],
  ['which the other side leaves', true],
])('writes a line at the end of a stream, %s, and does not measure it', async (_how, isLeft) => {
  const leaving = new AbortController();
  const response = await fetch(url('/live'), { signal: leaving.signal });
  expect(lines).toEqual([]);
  if (isLeft) leaving.abort();
  else stream?.end();
  await eventually(() => lines.length === 1);
  expect(lines).toMatchObject([{ route: '/live', status: 200 }]);
  expect(lines[0]?.cut).toBe(isLeft ? true : undefined);
  expect(await counted()).not.toContain('/live');
  await response.body?.cancel().catch(() => undefined);
});
