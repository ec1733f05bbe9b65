import { expect, it } from '@jest/globals';
import { isHttpsOrLocal } from './setting.js';

it.each([
  'https://desk.example',
  'http://localhost:4800',
  'http://desk.localhost',
  'http://127.0.0.1',
  'http://[::1]:4800',
])('accepts %s as HTTPS or local', (url) => {
  expect(isHttpsOrLocal(url)).toBe(true);
});

it.each([
  'http://desk.example',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'http://10.0.0.1',
  'ftp://localhost',
  'desk.example',
])('rejects %s as neither HTTPS nor local', (url) => {
  expect(isHttpsOrLocal(url)).toBe(false);
});
