import { expect, test } from '@jest/globals';
import { toLeadText } from './lead-text.js';

test('name, email, phone without country sign, and state can be searched', () => {
  expect(
    toLeadText({ fullName: 'Ánn  Lee', email: 'ann@example.com', phone: '+12125550123', state: 'NY' }),
  ).toEqual({ name: ' ann lee ', text: ' ann lee ann@example.com 12125550123 ny ' });
});
