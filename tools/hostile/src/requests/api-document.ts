/** The parts of the OpenAPI document that requests are generated from. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly oneOf?: readonly FieldSchema[];
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly 'x-access': string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: FieldSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

export type Access = 'public' | 'signed-in' | 'agent' | 'admin' | 'funnel';

export type Operation = ReturnType<typeof listOperations>[number];

const isStream = ({ responses }: DocumentedOperation): boolean =>
  Object.keys(responses['200']?.content ?? {}).includes('text/event-stream');

/** The fields of every kind of body together; a choice has the values of all kinds. */
const fieldsOf = ({ properties = {}, oneOf = [] }: FieldSchema): Record<string, FieldSchema> => {
  const fields = { ...properties };
  for (const [name, field] of oneOf.flatMap((kind) => Object.entries(fieldsOf(kind)))) {
    const values = [...(fields[name]?.enum ?? []), ...(field.enum ?? [])];
    fields[name] = values.length > 0 ? { ...field, enum: values } : field;
  }
  return fields;
};

export const listOperations = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters ?? [];
      const content = operation.requestBody?.content ?? {};
      const [schema] = Object.values(content);
      const pathParams = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      const access = operation['x-access'] as Access;
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        /** The path, with its parameters in braces. */
        path,
        access,
        pathParams,
        /** Whether it is a funnel's private address, which accepts any format that a tool sends. */
        isAddress: access === 'funnel' && pathParams.includes('key'),
        query: Object.fromEntries(
          parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.schema]),
        ),
        body: schema ? fieldsOf(schema.schema) : {},
        hasBody: method !== 'get',
        contentTypes: Object.keys(content).length > 0 ? Object.keys(content) : ['application/json'],
        /** The success lasts until the client hangs up. */
        isStream: isStream(operation),
      };
    }),
  );
