import { describe, expect, it } from '@jest/globals';
import { portsFromEnv } from './ports.js';

describe('ports', () => {
  it('are the usual ones unless the environment says otherwise', () => {
    expect(portsFromEnv({})).toMatchObject({ web: 4800, postgres: 4820 });
    expect(portsFromEnv({ PORT: '5000', REDIS_PORT: '' })).toMatchObject({ web: 5000, redis: 4821 });
  });

  it.each(['web', '0', '70000', '48.5'])('refuse %s', (PORT) => {
    expect(() => portsFromEnv({ PORT })).toThrow(`PORT must be a port number; it is "${PORT}".`);
  });

  it('refuse one number for two things', () => {
    expect(() => portsFromEnv({ PORT: '4810' })).toThrow('change PORT or SANDBOX_PORT');
  });
});
