import { describe, expect, it } from '@jest/globals';
import { Teardown } from './teardown.js';

describe('Teardown', () => {
  it('goes backwards, past what fails, and once', async () => {
    const done: string[] = [];
    const teardown = new Teardown();
    teardown.add(() => done.push('lock'));
    teardown.add(() => Promise.reject(new Error('cannot be stopped')));
    teardown.add(() => done.push('services'));
    await Promise.all([teardown.run(), teardown.run()]);
    expect(done).toEqual(['services', 'lock']);
  });

  it('lets nothing more be started once it has begun', async () => {
    const teardown = new Teardown();
    await teardown.run();
    expect(() => {
      teardown.add(() => undefined);
    }).toThrow('It is being stopped.');
  });
});
