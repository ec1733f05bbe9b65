import { describe, expect, it } from '@jest/globals';
import { defineRoute } from '@desk/contracts';
import express from 'express';
import { boundRoutes, checkRouteCoverage } from './route-coverage.js';

const declared = ['/api/one', '/api/two'].map((path) =>
  defineRoute('GET', path, 'public', { summary: 'A route' }),
);

describe('checkRouteCoverage', () => {
  it('accepts each declared route bound once', () => {
    expect(() => checkRouteCoverage(declared, ['GET /api/two', 'GET /api/one'])).not.toThrow();
  });

  it.each([
    [['GET /api/one'], "no handler for 'GET /api/two'"],
    [['GET /api/one', 'GET /api/two', 'GET /api/two'], "more than one handler for 'GET /api/two'"],
    [['GET /api/one', 'GET /api/two', 'POST /api/two'], "'POST /api/two' is not declared"],
  ])('rejects %j', (bound, message) => {
    expect(() => checkRouteCoverage(declared, bound)).toThrow(message);
  });
});

describe('boundRoutes', () => {
  it('lists every registration, without middleware and ignored paths', () => {
    const app = express();
    app.use((_request, _response, next) => next());
    app.get('/api/one', () => undefined);
    app.get('/api/one', () => undefined);
    app.post('/api/two', () => undefined);
    app.get('/api/docs/page', () => undefined);
    expect(boundRoutes(app, '/api/docs')).toEqual(['GET /api/one', 'GET /api/one', 'POST /api/two']);
  });
});
