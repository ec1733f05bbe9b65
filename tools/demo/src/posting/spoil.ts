import type { Random } from '../people/random.js';
import type { Body } from './bodies.js';

/** Names under which the styles send a field. */
const named = (body: Body, ...names: readonly string[]): string =>
  names.find((name) => name in body) ?? names[0] ?? '';

const without = (body: Body, name: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([other]) => other !== name));

type Fault = (body: Body) => Body;

const faults: readonly [Fault, ...Fault[]] = [
  (body) => ({ ...body, [named(body, 'phone', 'phoneNumber', 'mobile', 'phone_number')]: '555-0142' }),
  (body) => ({ ...body, [named(body, 'email', 'emailAddress', 'email_address')]: 'not given' }),
  (body) => ({ ...body, [named(body, 'state', 'state_code', 'region')]: 'Ontario' }),
  (body) => ({ ...body, [named(body, 'zip_code', 'zipCode', 'postal_code', 'zip')]: '123' }),
  (body) => without(body, named(body, 'last_name', 'lastName', 'name', 'lname')),
  (body) => ({ ...body, [named(body, 'lead_type', 'leadType', 'annuity_type', 'product')]: 'Car insurance' }),
  (body) => ({
    ...body,
    [named(body, 'estimated_assets', 'estimatedAssets', 'assets', 'investable_assets')]: 12_000,
  }),
  (body) => ({ ...body, favourite_colour: 'green' }),
];

/** The body with one fault that the funnel must be told of by field. */
export const spoil = (body: Body, random: Random): Body => random.pick(faults)(body);
