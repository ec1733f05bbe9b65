import { string, type StringSchema } from 'yup';
import { boundedText } from '../bounded-text.js';
import {
  consentFieldEntries,
  type ConsentFieldName,
  leadFieldEntries,
  type LeadFieldName,
  type LeadFieldValue,
  type LeadFieldValues,
} from './lead-fields.js';

type IsOptional<Name extends LeadFieldName> = object extends Pick<LeadFieldValues, Name> ? true : false;

/** One schema for each lead field, as the table of lead fields defines it. */
export const leadFieldSchemas = Object.fromEntries(
  leadFieldEntries.map(([name, field]) => {
    const { label, oneOf, maxLength, pattern } = field;
    const schema = oneOf
      ? string().oneOf([...oneOf], field.oneOfMessage ?? `${label} must be one of: ${oneOf.join(', ')}`)
      : boundedText({
          kind: 'code',
          max: maxLength ?? 0,
          tooLong: `${label} must be at most ${maxLength} characters`,
          ...(pattern ? { pattern } : {}),
          ...(field.patternMessage === undefined ? {} : { message: field.patternMessage }),
        });
    return [name, field.isOptional ? schema.optional() : schema.required(`${label} is required`)];
  }),
) as {
  [Name in LeadFieldName]: StringSchema<
    IsOptional<Name> extends true ? LeadFieldValue<Name> | undefined : LeadFieldValue<Name>
  >;
};

/**
 * The same fields as services answer with them. They are not checked against lists and patterns again, so that leads
 * accepted under earlier rules remain readable.
 */
export const storedLeadFieldSchemas = Object.fromEntries(
  leadFieldEntries.map(([name, { isOptional }]) => [
    name,
    isOptional ? string().optional() : string().required(),
  ]),
) as {
  [Name in LeadFieldName]: StringSchema<IsOptional<Name> extends true ? string | undefined : string>;
};

/** The stored schemas of some fields. */
export const pickStoredLeadFields = <Name extends LeadFieldName>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, storedLeadFieldSchemas[name]])) as Pick<
    typeof storedLeadFieldSchemas,
    Name
  >;

export const consentFieldSchemas = Object.fromEntries(
  consentFieldEntries.map(([name, { label, maxLength, exactLength }]) => {
    let schema = string();
    if (exactLength) schema = schema.length(exactLength, `${label} must be ${exactLength} characters`);
    if (maxLength)
      schema = boundedText({
        kind: 'note',
        max: maxLength,
        tooLong: `${label} must be at most ${maxLength} characters`,
      });
    return [name, schema.optional()];
  }),
) as Record<ConsentFieldName, StringSchema>;
