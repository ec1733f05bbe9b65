import type { Schema } from 'yup';

/** The subset of OpenAPI 3.0's schema object that our schemas use. */
export interface JsonSchema {
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  oneOf?: JsonSchema[];
  $ref?: string;
}

interface YupDescription {
  type: string;
  optional?: boolean;
  nullable?: boolean;
  oneOf?: unknown[];
  tests?: { name?: string; params?: Record<string, unknown> }[];
  /** Schemas of the alternative bodies of a route, described instead of one schema with all their fields. */
  meta?: { oneOf?: Schema[] };
  fields?: Record<string, YupDescription>;
  innerType?: YupDescription;
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

export const toJsonSchema = (schema: Schema): JsonSchema => convert(schema.describe() as YupDescription);

function convert(description: YupDescription): JsonSchema {
  const { type, nullable, oneOf = [] } = description;
  const kinds = description.meta?.oneOf;
  if (kinds) return { oneOf: kinds.map(toJsonSchema) };
  const choices = oneOf.filter((choice) => choice !== null);
  return {
    ...ofType(description),
    ...(nullable && type !== 'mixed' ? { nullable } : {}),
    ...(choices.length > 0 ? { enum: nullable ? [...choices, null] : choices } : {}),
  };
}

function ofType(description: YupDescription): JsonSchema {
  const param = (test: string, name: string): unknown =>
    description.tests?.find((one) => one.name === test)?.params?.[name];
  const [min, max] = [numberOf(param('min', 'min')), numberOf(param('max', 'max'))];
  switch (description.type) {
    case 'string': {
      const regex = param('matches', 'regex');
      // yup's `required` refuses empty text, too.
      const minLength = min ?? (description.tests?.some(({ name }) => name === 'required') ? 1 : undefined);
      return {
        type: 'string',
        ...(regex instanceof RegExp && regex.flags === '' ? { pattern: regex.source } : {}),
        ...(minLength === undefined ? {} : { minLength }),
        ...(max === undefined ? {} : { maxLength: max }),
      };
    }
    case 'number':
      return {
        type: description.tests?.some(({ name }) => name === 'integer') ? 'integer' : 'number',
        ...(min === undefined ? {} : { minimum: min }),
        ...(max === undefined ? {} : { maximum: max }),
      };
    case 'array':
      return {
        type: 'array',
        items: description.innerType ? convert(description.innerType) : {},
        ...(min === undefined ? {} : { minItems: min }),
        ...(max === undefined ? {} : { maxItems: max }),
        ...(description.tests?.some(({ name }) => name === 'distinct') ? { uniqueItems: true } : {}),
      };
    case 'object': {
      const fields = Object.entries(description.fields ?? {});
      const required = fields.filter(([, field]) => !field.optional).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(fields.map(([name, field]) => [name, convert(field)])),
        ...(required.length > 0 ? { required } : {}),
        ...(description.tests?.some(({ name }) => name === 'noUnknown')
          ? { additionalProperties: false }
          : {}),
      };
    }
    case 'boolean':
      return { type: 'boolean' };
    default:
      return {};
  }
}
