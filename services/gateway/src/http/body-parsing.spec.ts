import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import { bodyError, bodyParsing, isDeeperThan } from './body-parsing.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const latin1 = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'latin1');
let server: Server;

beforeAll(async () => {
  const app = express();
  app.use(bodyParsing('16kb'));
  app.use((request, response) => {
    response.json(bodyError(request)?.message ?? { body: request.body as unknown });
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function post(contentType: string, body: string | Buffer<ArrayBuffer>): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': contentType };
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).json();
}

const REFUSED = 'The request body is not UTF-8.';

describe('a body', () => {
  it.each([
    ['JSON in Latin-1', JSON_TYPE, latin1('{"email":"jos\xe9@example.com"}')],
    ['JSON cut inside a character', JSON_TYPE, latin1('{"name":"Ren\xc3"}')],
    ['JSON with an overlong encoding', JSON_TYPE, latin1('{"name":"\xc0\xaf"}')],
    ['JSON with an encoded surrogate', JSON_TYPE, latin1('{"name":"\xed\xa0\x80"}')],
    ['a form in Latin-1', FORM, 'first_name=Ren%E9e'],
    ['a form cut inside a character', FORM, 'first_name=Ren%C3&last_name=x'],
    ['a form with raw Latin-1 bytes', FORM, latin1('first_name=Ren\xe9e')],
    ['a form with an encoded surrogate', FORM, 'first_name=%ED%A0%80'],
  ])('is refused: %s', async (_what, contentType, body) => {
    expect(await post(contentType, body)).toBe(REFUSED);
  });

  it.each([
    ['JSON', JSON_TYPE, '{"name":"Renée"}', { name: 'Renée' }],
    ['JSON that names its charset', `${JSON_TYPE}; charset=utf-8`, '{"name":"Renée"}', { name: 'Renée' }],
    ['a form', FORM, 'name=Ren%C3%A9e+K', { name: 'Renée K' }],
    ['a form with a percent sign', FORM, 'share=100%&x=%zz', { share: '100%', x: '%zz' }],
  ])('is read: %s', async (_what, contentType, body, expected) => {
    expect(await post(contentType, body)).toEqual({ body: expected });
  });

  it('is refused in another charset, which would be guessed at', async () => {
    expect(await post(`${FORM}; charset=iso-8859-1`, 'name=Ren%E9e')).toMatch(/content type/);
  });

  it('is refused with any single byte that breaks it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0x80, max: 0xff }), async (at, byte) => {
        const text = Buffer.from('Walter');
        const place = at % (text.length + 1);
        const name = Buffer.concat([text.subarray(0, place), Buffer.from([byte]), text.subarray(place)]);
        const encoded = [...name].map((one) => `%${one.toString(16).padStart(2, '0')}`).join('');
        expect(await post(JSON_TYPE, Buffer.concat([Buffer.from('{"n":"'), name, Buffer.from('"}')]))).toBe(
          REFUSED,
        );
        expect(await post(FORM, `n=${encoded}`)).toBe(REFUSED);
      }),
    );
  });
});

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

it.each([
  ['text', 0, false],
  [null, 0, false],
  [{}, 0, false],
  [{ a: 1 }, 0, true],
  [{ a: 1 }, 1, false],
  [{ a: { b: [1] } }, 2, true],
  [{ a: { b: [1] } }, 3, false],
  [nested(9), 8, false],
  [nested(10), 8, true],
])('%p is deeper than %d: %p', (value, maxDepth, expected) => {
  expect(isDeeperThan(value, maxDepth)).toBe(expected);
});

it('withstands a depth at which recursion overflows the stack', () => {
  const value = nested(30_000);
  expect(() => JSON.stringify(value)).toThrow(RangeError);
  expect(isDeeperThan(value, 32)).toBe(true);
});
