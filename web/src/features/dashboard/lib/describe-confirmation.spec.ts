import { describe, expect, it } from '@jest/globals';
import { describeConfirmation } from './describe-confirmation';

const confirmBy = '2026-01-08T14:30:00.000Z';
const before = new Date('2026-01-08T14:29:59.000Z');

describe('describeConfirmation', () => {
  it('names the deadline until it has passed', () => {
    expect(describeConfirmation({ confirmBy, hasBounced: false }, before).consequence).toMatch(
      /^Otherwise, .* from .*Jan.* on\.$/,
    );
    expect(describeConfirmation({ confirmBy, hasBounced: false }, new Date(confirmBy)).consequence).toMatch(
      /^Until then, emails about your leads leave out/,
    );
  });

  it('mentions a bounce, which ends the deadline at once', () => {
    const { title, consequence } = describeConfirmation({ confirmBy, hasBounced: true }, before);
    expect(title).toBe('An email to you came back');
    expect(consequence).toMatch(/^Until then/);
  });
});
