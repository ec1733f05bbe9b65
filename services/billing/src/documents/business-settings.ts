import { brand, type Business } from '@desk/contracts';
import type { SettingsOf } from '@desk/service-kit';
import { string } from 'yup';

/** The seller's name and address in a sandbox. */
const SANDBOX_BUSINESS = { name: `${brand} (sandbox)`, address: '1 Sandbox Street; Austin, TX 78701' };
const MAX_ADDRESS_LINES = 5;

/** Printed on receipts, so production must state its own. */
const businessText = (label: string, max: number, sandbox: string) =>
  string()
    .trim()
    .max(max, `${label} must have at most ${max} characters`)
    .when('NODE_ENV', ([environment], schema) =>
      environment === 'production' ? schema.required(`${label} is missing`) : schema.default(sandbox),
    )
    .defined();

const toLines = (address: string): string[] => address.split(';').map((line) => line.trim());

export const businessSettings = {
  BUSINESS_NAME: businessText('the name of the business', 100, SANDBOX_BUSINESS.name).meta({
    description: "The seller's name on receipts, credit notes and statements",
  }),
  BUSINESS_ADDRESS: businessText('the address of the business', 400, SANDBOX_BUSINESS.address)
    .test(
      'lines',
      `the address of the business must have 1 to ${MAX_ADDRESS_LINES} lines, separated by semicolons`,
      (value) => {
        const lines = toLines(value);
        return lines.length <= MAX_ADDRESS_LINES && lines.every((line) => line !== '');
      },
    )
    .meta({ description: "The seller's address on receipts; lines are separated by semicolons" }),
  BUSINESS_TAX_ID: string()
    .trim()
    .max(50)
    .meta({ description: 'Printed on receipts if given: `EIN 12-3456789`' }),
};

export const readBusiness = ({
  BUSINESS_NAME: name,
  BUSINESS_ADDRESS: address,
  BUSINESS_TAX_ID: taxId,
}: SettingsOf<typeof businessSettings>): Business => ({
  name,
  addressLines: toLines(address),
  taxId: taxId === undefined || taxId === '' ? null : taxId,
});
