import { buyerObstacles } from '@desk/contracts/leads/waiting-leads.values';
import { describe, expect, it } from '@jest/globals';
import { describeObstacle, explainObstacle } from './describe-obstacle';

describe('describeObstacle', () => {
  it('says what keeps a lead from an agent, each in its own words', () => {
    const texts = [null, ...buyerObstacles].map((obstacle) => describeObstacle(obstacle));
    expect(new Set(texts).size).toBe(buyerObstacles.length + 1);
    expect(describeObstacle('paused')).toBe('The service is paused');
  });
});

describe('explainObstacle', () => {
  it('returns a sentence only for a known obstacle', () => {
    expect(explainObstacle('paused')).toBe("This agent can't get the lead now. The service is paused.");
    expect(explainObstacle('of-a-newer-release')).toBeNull();
    expect(explainObstacle(undefined)).toBeNull();
  });
});
