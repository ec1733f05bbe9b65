import { describe, expect, it } from '@jest/globals';
import { parseImageContents } from './packages.js';

const contents = {
  debianRelease: '12',
  debian: [
    { name: 'openssl', version: '3.0.17-1~deb12u2' },
    { name: 'openssl', version: '3.0.17-1~deb12u2' },
  ],
  npm: [
    { name: 'pg', version: '8.23.1' },
    { name: 'pg', version: '8.0.0' },
  ],
};

describe('parseImageContents', () => {
  it('returns each package and version once, under the name of its ecosystem', () => {
    expect(parseImageContents(JSON.stringify(contents))).toEqual([
      { ecosystem: 'Debian:12', name: 'openssl', version: '3.0.17-1~deb12u2' },
      { ecosystem: 'npm', name: 'pg', version: '8.23.1' },
      { ecosystem: 'npm', name: 'pg', version: '8.0.0' },
    ]);
  });

  it.each([
    ['no Debian packages', { ...contents, debian: [] }],
    ['no npm packages', { ...contents, npm: [] }],
    ['no Debian release', { ...contents, debianRelease: undefined }],
    ['a package without a version', { ...contents, npm: [{ name: 'pg' }] }],
  ])('rejects an image with %s, which was not read completely', (_what, output) => {
    expect(() => parseImageContents(JSON.stringify(output))).toThrow();
  });
});
