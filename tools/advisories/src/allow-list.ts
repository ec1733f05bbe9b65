import { isIsoDate } from '@desk/contracts';
import { array, object, string } from 'yup';

/** An advisory that may stay for a while, because it does not matter here or cannot be fixed yet. */
export interface Allowance {
  /** Of the advisory, or of the CVE that it is about. */
  readonly id: string;
  readonly package: string;
  readonly reason: string;
  /** The last day, `2027-01-31`. */
  readonly until: string;
}

const schema = array(
  object({
    id: string().required(),
    package: string().required(),
    reason: string().trim().min(10).required(),
    until: string()
      .test('date', (value) => isIsoDate(value ?? ''))
      .required(),
  }).noUnknown(),
).required();

/** @throws Error that names the entry and what is wrong: each needs an id, a package, a reason and an end date */
export function parseAllowList(text: string): readonly Allowance[] {
  try {
    return schema.validateSync(JSON.parse(text), { strict: true });
  } catch (error) {
    throw new Error(`allow-list.json is invalid: ${(error as Error).message}`, { cause: error });
  }
}

export const isExpired = ({ until }: Allowance, today: string): boolean => until < today;
