import { describe, expect, it } from '@jest/globals';
import { findFreePorts, readPorts } from './ports.js';

describe('readPorts', () => {
  it('returns the defaults unless the environment sets a port', () => {
    expect(readPorts({})).toMatchObject({ web: 4800, postgres: 4820 });
    expect(readPorts({ PORT: '5000', REDIS_PORT: '' })).toMatchObject({ web: 5000, redis: 4821 });
  });

  it.each(['web', '0', '70000', '48.5'])('rejects %s', (PORT) => {
    expect(() => readPorts({ PORT })).toThrow(`PORT must be a port number, not "${PORT}".`);
  });

  it('rejects two settings with the same port', () => {
    expect(() => readPorts({ PORT: '4810' })).toThrow('PORT and SANDBOX_PORT are both 4810.');
  });
});

describe('findFreePorts', () => {
  it('returns a different port for each purpose', async () => {
    const ports = Object.values(await findFreePorts());
    expect(new Set(ports).size).toBe(ports.length);
  });
});
