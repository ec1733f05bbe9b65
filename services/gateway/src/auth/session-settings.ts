import { string } from 'yup';
import { parseSessionKeys } from './session-keys.js';

export const sessionSettings = {
  JWT_KEYS: string()
    .required('the keys that sign session cookies are missing (id:secret,…)')
    .test('session keys', (value, { createError }) => {
      try {
        return parseSessionKeys(value).length > 0;
      } catch (error) {
        return createError({ message: (error as Error).message });
      }
    })
    .meta({
      description: '`id:secret,id:secret`: the first one signs session cookies, all of them verify',
    }),
};
