import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('single flight', () => {
  const create = () => {
    const finish: { ok: () => void; fail: () => void }[] = [];
    const flight = new SingleFlight(
      () =>
        new Promise<void>((resolve, reject) => {
          finish.push({ ok: resolve, fail: () => reject(new Error('no')) });
        }),
    );
    return { flight, finish };
  };

  it('runs at once, and once more for all that was asked meanwhile', async () => {
    const { flight, finish } = create();
    flight.request();
    expect(finish).toHaveLength(1);
    flight.request();
    flight.request();
    expect(finish).toHaveLength(1);
    finish[0]!.ok();
    await turn();
    expect(finish).toHaveLength(2);
    finish[1]!.ok();
    await turn();
    expect(finish).toHaveLength(2);
    flight.request();
    expect(finish).toHaveLength(3);
  });

  it('goes on after a failure', async () => {
    const { flight, finish } = create();
    flight.request();
    flight.request();
    finish[0]!.fail();
    await turn();
    expect(finish).toHaveLength(2);
    finish[1]!.ok();
    await turn();
    flight.request();
    expect(finish).toHaveLength(3);
  });
});
