import { expect, test } from '@jest/globals';
import { allowedMethods } from './problem.filter.js';

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
