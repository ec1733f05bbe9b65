import { describe, expect, it } from '@jest/globals';
import { findUrlProblem } from './webhook-url.js';

const production = { allowsLoopback: false };
const development = { allowsLoopback: true };

describe('findUrlProblem', () => {
  it.each([
    'https://crm.example.com/leads?list=1',
    'https://crm.example.com:443/',
    'https://crm.example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/leads',
  ])('accepts %s', (url) => {
    expect(findUrlProblem(url, production)).toBeUndefined();
  });

  it.each([
    ['http://crm.example.com/', 'https://'],
    ['ftp://crm.example.com/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['gopher://crm.example.com/', 'https://'],
    ['https://user:secret@crm.example.com/', 'password'],
    ['https://user@crm.example.com/', 'user name'],
    ['https://crm.example.com:22/', 'port'],
    ['https://crm.example.com:25/', 'port'],
    ['https://crm.example.com:80/', 'port'],
    ['https://localhost/', 'public internet'],
    ['https://localhost:8443/', 'public internet'],
    ['https://api.localhost/', 'public internet'],
    ['https://redis:6379/', 'public internet'],
    ['https://notifier.default.svc.cluster.local/', 'public internet'],
    ['https://metadata.google.internal/', 'public internet'],
    ['https://router.home.arpa./', 'public internet'],
    ['https://127.0.0.1/', 'public internet'],
    ['https://127.1/', 'public internet'],
    ['https://2130706433/', 'public internet'],
    ['https://017700000001/', 'public internet'],
    ['https://0x7f000001/', 'public internet'],
    ['https://0x7f.0.0.1/', 'public internet'],
    ['https://0177.0.0.1/', 'public internet'],
    ['https://127.0.0.1./', 'public internet'],
    ['https://①②⑦.⓪.⓪.①/', 'public internet'],
    ['https://0/', 'public internet'],
    ['https://10.0.0.5:8443/', 'public internet'],
    ['https://169.254.169.254/latest/meta-data/', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://[::]/', 'public internet'],
    ['https://[::ffff:127.0.0.1]/', 'public internet'],
    ['https://[::ffff:7f00:1]/', 'public internet'],
    ['https://[64:ff9b::7f00:1]/', 'public internet'],
    ['https://[fd00:ec2::254]/', 'public internet'],
    ['https://[fe80::1]/', 'public internet'],
    ['nothing', 'web address'],
  ])('refuses %s', (url, reason) => {
    expect(findUrlProblem(url, production)).toContain(reason);
  });

  it('accepts this machine, also without TLS, only if the setting allows it', () => {
    for (const url of ['http://127.0.0.1:4810/hooks/crm', 'http://localhost:4810/', 'https://[::1]:8443/']) {
      expect(findUrlProblem(url, development)).toBeUndefined();
      expect(findUrlProblem(url, production)).toBeDefined();
    }
  });

  it.each([
    'http://10.0.0.1:8080/',
    'http://crm.example.com/',
    'https://192.168.1.1/',
    'http://127.0.0.1:80/',
  ])('refuses %s in development too', (url) => {
    expect(findUrlProblem(url, development)).toBeDefined();
  });
});
