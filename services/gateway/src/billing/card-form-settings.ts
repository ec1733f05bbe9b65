import { setting } from '@desk/service-kit';

export const cardFormSettings = {
  STRIPE_PUBLISHABLE_KEY: setting.text("the card provider's publishable key"),
};
