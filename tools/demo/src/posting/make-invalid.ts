import type { LeadBody, Random } from '@desk/tool-workload';

/** Returns the alias that this body uses for a field. */
const aliasIn = (body: LeadBody, aliases: readonly [string, ...string[]]): string =>
  aliases.find((alias) => alias in body) ?? aliases[0];

const omit = (body: LeadBody, name: string): LeadBody =>
  Object.fromEntries(Object.entries(body).filter(([other]) => other !== name));

type Fault = (body: LeadBody) => LeadBody;

const setField =
  (value: string | number, ...aliases: [string, ...string[]]): Fault =>
  (body) => ({ ...body, [aliasIn(body, aliases)]: value });

const faults: readonly Fault[] = [
  setField('555-0142', 'phone', 'phoneNumber', 'mobile', 'phone_number'),
  setField('not given', 'email', 'emailAddress', 'email_address'),
  setField('Ontario', 'state', 'state_code', 'region'),
  setField('123', 'zip_code', 'zipCode', 'postal_code', 'zip'),
  (body) => omit(body, aliasIn(body, ['last_name', 'lastName', 'name', 'lname'])),
  setField('Car insurance', 'lead_type', 'leadType', 'annuity_type', 'product'),
  setField(12_000, 'estimated_assets', 'estimatedAssets', 'assets', 'investable_assets'),
  (body) => ({ ...body, favorite_color: 'green' }),
];

/** Returns the body with one random fault, which the API must report by field. */
export const makeInvalid = (body: LeadBody, random: Random): LeadBody =>
  random.helpers.arrayElement(faults)(body);
