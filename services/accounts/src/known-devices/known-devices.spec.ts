import { describe, expect, it } from '@jest/globals';
import { KnownDevices } from './known-devices.js';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';
const NEXT_CHROME = CHROME.replace('141', '142');
const CREDENTIAL_KEYS = `c1:${Buffer.alloc(32, 1).toString('base64')}`;
const devices = new KnownDevices({ CREDENTIAL_KEYS });
const keyOf = (address: string, userAgent: string | null) => devices.describe({ address, userAgent }).key;

describe('KnownDevices', () => {
  it('names browser, system and approximate network', () => {
    expect(devices.describe({ address: '203.0.113.9', userAgent: CHROME })).toMatchObject({
      name: 'Chrome on Windows',
      network: '203.0.113.x',
    });
    expect(devices.describe({ address: '2001:db8:7::1', userAgent: null })).toMatchObject({
      name: 'Unknown device',
      network: '2001:db8:7::',
    });
  });

  it('stays the same when the browser is updated or the address changes nearby', () => {
    expect(keyOf('203.0.113.9', CHROME)).toBe(keyOf('203.0.113.77', NEXT_CHROME));
    expect(keyOf('2001:db8:7:1::5', CHROME)).toBe(keyOf('2001:db8:7:2::9', CHROME));
  });

  it('differs by browser and by network', () => {
    expect(keyOf('203.0.113.9', CHROME)).not.toBe(keyOf('203.0.114.9', CHROME));
    expect(keyOf('203.0.113.9', CHROME)).not.toBe(keyOf('203.0.113.9', 'Mozilla/5.0 (iPhone) Safari/604.1'));
  });
});
