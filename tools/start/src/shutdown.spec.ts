import { describe, expect, it } from '@jest/globals';
import { Shutdown } from './shutdown.js';

describe('Shutdown', () => {
  it('runs each step once, last first, and continues after a failure', async () => {
    const done: string[] = [];
    const shutdown = new Shutdown();
    shutdown.addStep(() => done.push('lock'));
    shutdown.addStep(() => Promise.reject(new Error('does not stop')));
    shutdown.addStep(() => done.push('services'));
    await Promise.all([shutdown.run(), shutdown.run()]);
    expect(done).toEqual(['services', 'lock']);
  });

  it('accepts no step once it has begun', async () => {
    const shutdown = new Shutdown();
    await shutdown.run();
    expect(() => {
      shutdown.addStep(() => undefined);
    }).toThrow('The system is being stopped.');
  });
});
