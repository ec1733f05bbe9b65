import { funnelSettingsSchema } from '@desk/contracts/leads/funnels.schemas';
import { mixed, object, type Schema } from 'yup';
import { type FunnelFormValues, toSettings } from './funnel-form';

const settingByField = {
  name: 'name',
  origins: 'allowedOrigins',
  requestsPerSecond: 'requestsPerSecond',
  duplicateWindowDays: 'duplicateWindowDays',
} as const;

/** Validates a form field with the rule of the setting that it is converted to. */
const field = (setting: (typeof settingByField)[keyof typeof settingByField]) =>
  mixed().test('setting', (_value, { parent, createError }) => {
    const settings = toSettings(parent as FunnelFormValues);
    const schema = funnelSettingsSchema.fields[setting] as Schema;
    try {
      schema.validateSync(settings[setting], { strict: true });
      return true;
    } catch (error) {
      return createError({ message: error instanceof Error ? error.message : 'Not valid' });
    }
  });

export const funnelFormSchema = object(
  Object.fromEntries(Object.entries(settingByField).map(([name, setting]) => [name, field(setting)])),
);
