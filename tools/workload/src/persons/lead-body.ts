import { leadFields, type LeadFieldName, postedLeadFieldEntries } from '@desk/contracts';
import type { Person } from './person-generator.js';

/** Posted name → value, as a funnel sends it. */
export type LeadBody = Readonly<Record<string, string | number>>;

/** How one funnel names and formats the fields. */
export interface BodyStyle {
  /** Which of a field's names to use: 0 is the documented one, the aliases follow. */
  readonly nameIndex: number;
  /** What this funnel sends instead of a field. */
  readonly replacements?: Partial<Record<LeadFieldName, (person: Person) => LeadBody>>;
}

/** Returns every name under which a funnel may post a field, the documented one first. */
export function listPostedNames(field: LeadFieldName): readonly string[] {
  const { postedAs, aliases } = leadFields[field];
  return [postedAs, ...aliases];
}

/** Returns the lead with documented names by default. Omits optional fields that a person has no value for. */
export function leadBody(
  person: Person,
  { nameIndex, replacements = {} }: BodyStyle = { nameIndex: 0 },
): LeadBody {
  const parts = postedLeadFieldEntries.map(([field]): LeadBody => {
    const replacement = replacements[field];
    if (replacement) return replacement(person);
    const names = listPostedNames(field);
    const name = names[nameIndex % names.length];
    const value = person.values[field];
    return name === undefined || value === undefined ? {} : { [name]: value };
  });
  return Object.assign({}, ...parts) as LeadBody;
}
