import { EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaOptions } from 'typeorm';

type ColumnType = 'uuid' | 'text' | 'text[]' | 'integer' | 'numeric' | 'boolean' | 'timestamptz' | 'jsonb';

const toColumnName = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Declares the columns that are read from a table. Each is named like its property, in snake case. */
export function defineEntity<T extends object>(
  table: string,
  primary: keyof T & string,
  properties: Readonly<Partial<Record<ColumnType, readonly (keyof T & string)[]>>>,
): EntitySchema<T> {
  const columns = Object.entries(properties).flatMap(([type, names]) =>
    names.map((name): [string, EntitySchemaColumnOptions] => [
      name,
      {
        ...(type === 'text[]'
          ? { type: 'text', array: true }
          : { type: type as Exclude<ColumnType, 'text[]'> }),
        name: toColumnName(name),
        primary: name === primary,
      },
    ]),
  );
  return new EntitySchema({
    name: table,
    tableName: table,
    columns: Object.fromEntries(columns) as EntitySchemaOptions<T>['columns'],
  });
}

/** Returns the columns of an entity for SELECT or RETURNING, named like its properties. `table` may be an alias. */
export const selectColumns = ({ options }: EntitySchema, table: string): string =>
  Object.keys(options.columns)
    .map((property) => `${table}.${toColumnName(property)} AS "${property}"`)
    .join(', ');
