import { describe, expect, it } from '@jest/globals';
import { moveTo, readTrail, START } from './trail';

describe('the trail of a sign-up in the browser’s history', () => {
  it('is read from an entry of the wizard, and from no other', () => {
    expect(readTrail({ trail: ['start', 'delivery'] })).toEqual(['start', 'delivery']);
    for (const other of [null, undefined, 'start', {}, { trail: [] }, { trail: ['start', 'elsewhere'] }])
      expect(readTrail(other)).toBeNull();
  });

  it('grows by the next step, and shrinks to one that was passed', () => {
    expect(moveTo(START, 'delivery')).toEqual({ kind: 'push', trail: ['start', 'delivery'] });
    expect(moveTo(['start', 'delivery', 'name', 'contact'], 'delivery')).toEqual({ kind: 'go', by: -2 });
    expect(moveTo(['start', 'delivery'], 'delivery')).toEqual({ kind: 'stay' });
  });

  it('goes back in place to a step that was never passed here', () => {
    expect(moveTo(['name'], 'delivery')).toEqual({ kind: 'replace', trail: ['delivery'] });
    expect(moveTo(['contact', 'security', 'daily-limit'], 'cc')).toEqual({
      kind: 'replace',
      trail: ['contact', 'security', 'cc'],
    });
  });
});
