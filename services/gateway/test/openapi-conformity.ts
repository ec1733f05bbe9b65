interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
}

export interface ApiDocument {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
  components: { schemas: Record<string, Schema> };
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

function compare(document: ApiDocument, schemaOrReference: Schema, value: unknown, at: string): string[] {
  const name = schemaOrReference.$ref?.split('/').at(-1);
  const schema = name === undefined ? schemaOrReference : (document.components.schemas[name] ?? {});
  const type = typeOf(value);
  if (type === 'null' && schema.nullable) return [];
  const isExpectedType =
    schema.type === undefined || schema.type === type || (schema.type === 'number' && type === 'integer');
  if (!isExpectedType) return [`${at} is ${type}, not ${schema.type ?? ''}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is not one of the listed values`];
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(String(value)))
    return [`${at} does not match ${schema.pattern}`];
  if (Array.isArray(value))
    return value.flatMap((item, index) => compare(document, schema.items ?? {}, item, `${at}[${index}]`));
  if (type !== 'object') return [];
  const properties = schema.properties ?? {};
  const entries = Object.entries(value as Record<string, unknown>);
  return [
    ...(schema.required ?? [])
      .filter((key) => !Object.hasOwn(value as object, key))
      .map((key) => `${at}.${key} is missing`),
    ...entries.flatMap(([key, item]) => {
      const property = properties[key];
      if (property) return compare(document, property, item, `${at}.${key}`);
      return schema.additionalProperties === false ? [`${at}.${key} is not described`] : [];
    }),
  ];
}

/** Lists how a response differs from the OpenAPI document. Undocumented paths must answer 404. */
export function findDeviations(
  document: ApiDocument,
  method: string,
  path: string,
  status: number,
  contentType: string | null,
  body: unknown,
): string[] {
  const [pathname = ''] = path.split('?', 1);
  const described = Object.entries(document.paths).find(([pattern]) =>
    new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  // A path without parameters comes first.
  const known = (document.paths[pathname] ?? described?.[1])?.[method.toLowerCase()];
  const problem: Schema = { $ref: '#/components/schemas/Problem' };
  if (!known)
    return status === 404 ? compare(document, problem, body, 'body') : ['the route is not described'];
  const response = known.responses[String(status)];
  if (!response) return [`${status} is not described: ${JSON.stringify(body)}`];
  if (!response.content) return [];
  const type = contentType?.split(';')[0] ?? '';
  const content = response.content[type];
  return content ? compare(document, content.schema, body, 'body') : [`${type} is not described`];
}
