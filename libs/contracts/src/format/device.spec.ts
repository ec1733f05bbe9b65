import { describe, expect, it } from '@jest/globals';
import { describeDevice } from './device.js';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('describeDevice', () => {
  it.each([
    [`${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari on Mac'],
    [`${MAC} Gecko/20100101 Firefox/143.0`, 'Firefox on Mac'],
    [`${MAC} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera on Mac'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome on ChromeOS'],
    ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'A browser on Linux'],
    ['curl/8.11.0', 'Not a browser'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('describes %j as %j', (userAgent, expected) => {
    expect(describeDevice(userAgent)).toBe(expected);
  });
});
