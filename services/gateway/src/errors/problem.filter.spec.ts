import { expect, test } from '@jest/globals';
import { allowedMethods, ProblemFilter } from './problem.filter.js';

test.each([
  ['/api/ingest/leads', 'POST'],
  ['/API/Ingest/Leads/', 'POST'],
  ['/api/ingest/leads/batch', 'POST GET HEAD'],
  ['/api/ingest/ping', 'POST'],
  ['/api/ingest/leads/0191e1a0-0000-7000-8000-000000000001', 'GET HEAD'],
  ['/api/admin/funnels', 'GET HEAD POST'],
])('finds the methods of %s', (path, methods) => {
  expect(allowedMethods(path)).toEqual(methods.split(' '));
});

test.each(['/api/ingest', '/api/ingest/leads/1/2', '/api/nothing', '/', '/api'])(
  'finds none of %s',
  (path) => {
    expect(allowedMethods(path)).toEqual([]);
  },
);

test.each([
  ['ERR_STREAM_PREMATURE_CLOSE', 'warn'],
  ['ERR_STREAM_UNABLE_TO_PIPE', 'warn'],
  ['ECONNRESET', 'error'],
])('logs a download that ended with %s as %s', (code, level) => {
  const logged: string[] = [];
  const log = { warn: () => logged.push('warn'), error: () => logged.push('error') };
  const http = {
    getResponse: () => ({ headersSent: true, destroy: () => undefined }),
    getRequest: () => ({}),
  };
  void new ProblemFilter(log as never).catch(Object.assign(new Error('closed'), { code }), {
    switchToHttp: () => http,
  } as never);
  expect(logged).toEqual([level]);
});
