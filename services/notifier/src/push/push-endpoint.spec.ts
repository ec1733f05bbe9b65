import { describe, expect, it } from '@jest/globals';
import { isPushEndpoint } from './push-endpoint.js';

const rules = { allowsLoopback: false };

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://wns2-by3p.notify.windows.com/w/?token=BQYAAACgV',
  ])('accepts %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, rules)).toBe(true);
  });

  it.each([
    'not a url',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/fcm/send/abc',
    'https://evil-fcm.googleapis.com/fcm/send/abc',
    'https://notify.windows.com.evil.example/w/',
    'https://evilnotify.windows.com/w/',
    'https://push.evil.example/abc',
    'https://127.0.0.1/push/abc',
    'http://127.0.0.1:4810/push/abc',
    'https://[::1]/push/abc',
    'https://10.0.0.1/push/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/push/abc',
    'https://localhost/push/abc',
    'file:///etc/passwd',
  ])('refuses %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, rules)).toBe(false);
  });

  it('accepts this machine only where webhooks may go there too', () => {
    const sandbox = 'http://127.0.0.1:4810/push/abc';
    expect(isPushEndpoint(sandbox, { allowsLoopback: true })).toBe(true);
    expect(isPushEndpoint('http://10.0.0.1:4810/push/abc', { allowsLoopback: true })).toBe(false);
  });
});
