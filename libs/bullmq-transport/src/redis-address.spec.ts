import { describe, expect, it } from '@jest/globals';
import { describeHosts, parseRedisUrl } from './redis-address.js';

describe('parseRedisUrl', () => {
  it('reads a single server', () => {
    expect(parseRedisUrl('redis://127.0.0.1:6380/2')).toEqual({
      kind: 'single',
      hosts: [{ host: '127.0.0.1', port: 6380 }],
      tls: false,
      db: 2,
    });
    expect(parseRedisUrl('rediss://user:p%40ss@redis.example')).toEqual({
      kind: 'single',
      hosts: [{ host: 'redis.example', port: 6379 }],
      tls: true,
      db: 0,
      username: 'user',
      password: 'p@ss',
    });
    expect(parseRedisUrl('redis://:secret@[::1]:6379')).toMatchObject({
      hosts: [{ host: '::1', port: 6379 }],
      password: 'secret',
    });
  });

  it('reads sentinels', () => {
    const url = 'redis-sentinel://:pass@s1,s2:26380,[::1]:5/desk/1?sentinel-password=own&sentinel-username=u';
    const address = parseRedisUrl(url);
    expect(address).toEqual({
      kind: 'sentinel',
      hosts: [
        { host: 's1', port: 26379 },
        { host: 's2', port: 26380 },
        { host: '::1', port: 5 },
      ],
      tls: false,
      db: 1,
      password: 'pass',
      primaryName: 'desk',
      sentinelUsername: 'u',
      sentinelPassword: 'own',
    });
    expect(describeHosts(address)).toBe('s1:26379, s2:26380, ::1:5');
  });

  it('reads a cluster', () => {
    expect(parseRedisUrl('rediss-cluster://user:pass@n1:7000,n2')).toEqual({
      kind: 'cluster',
      hosts: [
        { host: 'n1', port: 7000 },
        { host: 'n2', port: 6379 },
      ],
      tls: true,
      db: 0,
      username: 'user',
      password: 'pass',
    });
  });

  it.each([
    'http://redis',
    'redis://',
    'redis://a,b',
    'redis://a/x',
    'redis://a/1/2',
    'redis-sentinel://a,b',
    'redis-cluster://a,b/1',
    'redis://a:b:c',
    'redis://user:se/cret@a',
    'rubbish',
  ])('rejects %s without repeating it', (url) => {
    expect(() => parseRedisUrl(url)).toThrow(Error);
    try {
      parseRedisUrl(url);
    } catch (error) {
      expect(String(error)).not.toContain(url);
    }
  });
});
