import { funnelSettingsSchema } from '@desk/contracts/leads/funnels.schemas';
import { mixed, object, type Schema } from 'yup';
import { type FunnelFormValues, toSettings } from './funnel-form';

const settingByField = {
  name: 'name',
  origins: 'allowedOrigins',
  requestsPerSecond: 'requestsPerSecond',
  duplicateWindowDays: 'duplicateWindowDays',
} as const;

/** Checks each field of the form by the rule of the setting that it becomes. */
const field = (name: keyof typeof settingByField) =>
  mixed().test('setting', (_value, { parent, createError }) => {
    const setting = settingByField[name];
    const settings = toSettings(parent as FunnelFormValues);
    const schema = funnelSettingsSchema.fields[setting] as Schema;
    try {
      schema.validateSync(settings[setting], { strict: true });
      return true;
    } catch (error) {
      return createError({ message: error instanceof Error ? error.message : 'Not valid' });
    }
  });

export const funnelFormSchema = object({
  name: field('name'),
  origins: field('origins'),
  requestsPerSecond: field('requestsPerSecond'),
  duplicateWindowDays: field('duplicateWindowDays'),
});
