import type { LeadFieldName } from '@desk/contracts';
import { type LeadBody, postedNames, type Random } from '@desk/tool-workload';

type Fault = (body: LeadBody) => LeadBody;

/** Keeps the name under which the body has the field. */
const setField =
  (field: LeadFieldName, value: string | number): Fault =>
  (body) => ({ ...body, [postedNames(field).find((name) => name in body) ?? field]: value });

const lastNames: readonly string[] = [...postedNames('lastName'), ...postedNames('fullName')];
const omitLastName: Fault = (body) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !lastNames.includes(name)));

const faults: readonly Fault[] = [
  setField('phone', '555-0142'),
  setField('email', 'not given'),
  setField('state', 'Ontario'),
  setField('zipCode', '123'),
  setField('leadType', 'Car insurance'),
  setField('estimatedAssets', 12_000),
  omitLastName,
  (body) => ({ ...body, favorite_color: 'green' }),
];

/** Returns the body with one random fault, which the API must report by field. */
export const makeInvalid = (body: LeadBody, random: Random): LeadBody =>
  random.helpers.arrayElement(faults)(body);
