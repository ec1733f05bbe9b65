import { object, type ObjectShape } from 'yup';

/** One line of the reference of settings. */
export interface SettingDescription {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** In production. Absent if the setting has none. */
  readonly default?: unknown;
  /** The only accepted values. */
  readonly values: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
}

/** Describes declared settings as they are in production. @throws Error if one has no `meta({ description })` */
export function describeSettings(settings: ObjectShape): readonly SettingDescription[] {
  const { fields } = object(settings).describe({ value: { NODE_ENV: 'production' } });
  return Object.entries(fields).map(([name, field]) => {
    if (!('tests' in field)) throw new Error(`${name} is no plain setting`);
    const { meta, optional, default: defaultValue, oneOf, tests, type } = field;
    const description: unknown = (meta as { description?: unknown } | undefined)?.description;
    if (typeof description !== 'string') throw new Error(`${name} has no description`);
    const limitOf = (limit: string): unknown =>
      type === 'number' ? tests.find((test) => test.name === limit)?.params?.[limit] : undefined;
    const [min, max] = [limitOf('min'), limitOf('max')];
    return {
      name,
      description,
      isRequired: !optional && defaultValue === undefined,
      ...(defaultValue !== undefined && { default: defaultValue }),
      values: oneOf,
      ...(typeof min === 'number' && { min }),
      ...(typeof max === 'number' && { max }),
    };
  });
}
