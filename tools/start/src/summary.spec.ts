import { describe, expect, it } from '@jest/globals';
import type { SeedResult } from '@desk/tool-setup';
import { formatSummary } from './summary.js';

const urls = {
  web: 'https://desk.example',
  sandbox: 'http://127.0.0.1:4810',
  database: 'postgres://secret',
  redis: 'redis://secret',
};
const seeded: SeedResult = {
  signIns: [{ role: 'admin', label: 'Admin', email: 'admin@example.com', password: 'pass-1' }],
  funnelKey: 'fnl_1',
};

describe('formatSummary', () => {
  it('shows sign-ins, the inbox and a lead to post in development', () => {
    const stack = { mode: { nodeEnv: 'development', usesSandbox: true }, urls, logsDir: '/logs' } as const;
    const summary = formatSummary(stack, seeded, { usesTestCards: false });
    expect(summary).toContain('Inbox    http://127.0.0.1:4810');
    expect(summary).toContain('Admin  admin@example.com  pass-1');
    expect(summary).toContain("-H 'X-Funnel-Key: fnl_1'");
  });

  it('shows only the first steps in production', () => {
    const stack = { mode: { nodeEnv: 'production', usesSandbox: false }, urls, logsDir: '/logs' } as const;
    expect(formatSummary(stack, undefined, { usesTestCards: false })).toBe(
      [
        '',
        'Mode     production',
        'Web      https://desk.example',
        'Logs     /logs',
        '',
        'Create an admin:   npm run admin -- create -',
        'Create a funnel:   npm run funnel -- create NAME',
        '',
        'Ctrl-C stops everything.',
      ].join('\n'),
    );
  });

  it('states that no money is charged in the test mode of the card provider', () => {
    const stack = { mode: { nodeEnv: 'production', usesSandbox: false }, urls, logsDir: '/logs' } as const;
    expect(formatSummary(stack, undefined, { usesTestCards: true })).toContain(
      "Mode     production, with the card provider's test mode: no money is charged",
    );
  });
});
