import { describe, expect, it } from '@jest/globals';
import { findUrlProblem, isPublicAddress } from './url-rules.js';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.215.14', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.254'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:a00:1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['unique-local', 'fc00::1'],
    ['unique-local, cloud metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['segment routing', '5f00::1'],
    ['unassigned', '4000::1'],
  ])('refuses %s: %s', (_purpose, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

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
