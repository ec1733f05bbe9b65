import { number } from 'yup';

const HOUR_MS = 3_600_000;

export const chargeSettings = {
  /**
   * The limit stays well below the 24 h after which the provider forgets idempotency keys, so no request is repeated
   * under a forgotten key.
   */
  CHARGE_GIVE_UP_MS: number()
    .integer()
    .min(1_000)
    .max(20 * HOUR_MS)
    .default(600_000)
    .meta({
      description:
        'A charge whose outcome is unknown for longer than this, while the provider answers, is canceled',
    }),
};
